import numpy as np
import pytest

from traindx.testing import HEALTHY, cosine, descent, examine, loud, noise, run


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_healthy_curves_stay_silent(name: str) -> None:
    assert loud(examine("lr-zero", HEALTHY[name](0))) == []


@pytest.mark.parametrize(
    "rate",
    [
        np.linspace(1e-3, 0.0, 200),
        np.concatenate((np.zeros(10), np.linspace(0, 1e-3, 40), np.full(100, 1e-3))),
        cosine(300),
        np.append(np.full(99, 1e-4), 0.0),
        np.where(np.arange(400) % 100 < 90, 1e-3, 0.0),
        np.repeat([0.1, 0.01, 0.001, 0.0001], [30, 30, 30, 10]),
        np.full(50, 3e-4),
    ],
    ids=["linear", "warm-up", "cosine", "last point", "restarts", "step decay", "constant"],
)
def test_schedules_that_end_or_begin_at_zero(rate: np.ndarray) -> None:
    assert examine("lr-zero", run({"lr": rate})) == []


def test_a_rate_printed_with_too_few_digits() -> None:
    loss = descent(60, 2.3, 0.3) * np.exp(noise(0, 60, 0.02))
    assert examine("lr-zero", run({"lr": np.zeros(60), "train/loss": loss})) == []


def test_a_rate_cut_for_want_of_progress_is_information() -> None:
    rate = 3e-4 * 0.2 ** np.searchsorted([40, 71, 95, 130, 141], np.arange(300))
    answer = examine("lr-zero", run({"lr": rate}, per="epoch"))
    assert isinstance(answer, list)
    assert [(one.kind, one.severity) for one in answer] == [("before-the-end", "info")]


def test_a_rate_cut_away_at_once_is_not() -> None:
    rate = 3e-4 * 0.2 ** np.searchsorted([40, 71, 95, 130, 141], np.arange(500))
    (found,) = loud(examine("lr-zero", run({"lr": rate}, per="epoch")))
    assert (found.kind, found.severity) == ("before-the-end", "warning")


@pytest.mark.parametrize("points", [3, 30, 300])
def test_zero_from_the_start(points: int) -> None:
    loss = 2.3 + noise(1, points, 0.05)
    (found,) = loud(examine("lr-zero", run({"lr": np.zeros(points), "train/loss": loss})))
    assert (found.kind, found.severity) == ("from-start", "error")


@pytest.mark.parametrize(("alive", "severity"), [(30, "error"), (70, "warning")])
def test_gone_before_the_end(alive: int, severity: str) -> None:
    rate = np.concatenate((1e-3 * (1 + np.cos(np.pi * np.arange(alive) / alive)) / 2, np.zeros(100 - alive)))
    made = run({"lr": rate, "train/loss": descent(100, 2.3, 0.8)})
    (found,) = loud(examine("lr-zero", made))
    assert (found.kind, found.severity) == ("before-the-end", severity)
    assert found.first_step == pytest.approx(alive, abs=3)
    assert found.known_step is not None
    assert loud(examine("lr-zero", made.until(found.known_step)))
    assert loud(examine("lr-zero", made.until(found.known_step - 1))) == []


def test_decay_after_every_batch() -> None:
    rate = 1e-2 * 0.1 ** (np.arange(500) / 20)
    (found,) = loud(examine("lr-zero", run({"lr": rate})))
    assert found.evidence["left"] > 0.8


def test_the_last_piece_of_a_log_may_be_all_zero() -> None:
    assert loud(examine("lr-zero", run({"lr": np.zeros(6)}, start=1487, every=4))) == []
