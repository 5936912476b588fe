import numpy as np
import pytest

from traindx.testing import HEALTHY, cosine, examine, loud, run

EPOCHS, LENGTH = 10, 100
PLACE = np.arange(EPOCHS * LENGTH)


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_healthy_curves_stay_silent(name: str) -> None:
    assert loud(examine("lr-changes-within-epoch", HEALTHY[name](0))) == []


@pytest.mark.parametrize(
    "rate",
    [
        cosine(PLACE.size),
        np.linspace(1e-3, 0, PLACE.size),
        1e-3 * 0.5 ** (PLACE // LENGTH),
        np.full(PLACE.size, 1e-3),
        np.interp(PLACE / PLACE.size, [0, 0.3, 1], [4e-5, 1e-3, 1e-8]),
        0.5e-3 * (1 + np.cos(np.pi * (PLACE % LENGTH) / LENGTH)),
    ],
    ids=["cosine", "linear", "per epoch", "constant", "one cycle", "a cycle an epoch"],
)
def test_schedules_that_fit_the_run(rate: np.ndarray) -> None:
    assert examine("lr-changes-within-epoch", run({"lr": rate}, steps_per_epoch=float(LENGTH))) == []


def test_a_run_of_one_epoch_may_end_at_zero() -> None:
    epoch = PLACE / PLACE.size
    assert examine("lr-changes-within-epoch", run({"lr": cosine(PLACE.size), "epoch": epoch})) == []


def test_one_point_an_epoch_shows_nothing() -> None:
    series = {"lr": 1e-3 * 0.1 ** np.arange(30), "epoch": np.arange(30)}
    assert examine("lr-changes-within-epoch", run(series, per="epoch")) == []


@pytest.mark.parametrize("known", ["steps", "fractions", "whole numbers"])
def test_a_decay_stepped_after_every_batch(known: str) -> None:
    series = {"lr": 1e-3 * 0.8**PLACE}
    if known != "steps":
        series["epoch"] = PLACE / LENGTH if known == "fractions" else 1 + PLACE // LENGTH
    made = run(series, **({"steps_per_epoch": float(LENGTH)} if known == "steps" else {}))
    (found,) = loud(examine("lr-changes-within-epoch", made))
    assert found.kind == "to-zero"
    assert found.first_step == 0
    assert found.known_step is not None
    assert loud(examine("lr-changes-within-epoch", made.until(found.known_step)))


def test_a_cosine_of_ten_epochs_stepped_after_every_batch_swings() -> None:
    rate = 0.5e-3 * (1 + np.cos(np.pi * PLACE / EPOCHS))
    (found,) = loud(examine("lr-changes-within-epoch", run({"lr": rate}, steps_per_epoch=float(LENGTH))))
    assert (found.kind, found.severity) == ("to-zero", "warning")
    assert found.evidence["turns"] >= 8


def test_triangles_within_an_epoch_are_information() -> None:
    rate = 1e-4 + 1e-5 * np.abs(PLACE % 20 - 10)
    answer = examine("lr-changes-within-epoch", run({"lr": rate}, steps_per_epoch=float(LENGTH)))
    assert isinstance(answer, list)
    assert [(one.kind, one.severity) for one in answer] == [("moves", "info")]


def test_a_factor_with_every_batch_shows_in_few_points() -> None:
    rate = 1e-2 * 0.9 ** np.arange(0, 300, 6)
    series = {"lr": rate, "epoch": np.arange(50) * 6 // 20}
    (found,) = loud(examine("lr-changes-within-epoch", run(series, every=6)))
    assert found.kind == "to-zero"


def test_a_decay_that_lasts_as_long_as_the_run() -> None:
    series = {"lr": 1e-2 * 0.975 ** np.arange(0, 300, 6), "epoch": np.arange(50) * 6 // 20}
    assert loud(examine("lr-changes-within-epoch", run(series, every=6))) == []
