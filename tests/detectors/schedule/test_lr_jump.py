import numpy as np
import pytest

from traindx.schema import Run
from traindx.testing import HEALTHY, cosine, descent, examine, loud, noise, run


def restarted(at: int = 300, points: int = 500) -> np.ndarray:
    return np.concatenate((cosine(400, warmup=0.02)[:at], cosine(400, warmup=1e-9)[: points - at]))


def jumping(rate: np.ndarray, at: int, height: float = 1.6) -> Run:
    loss = descent(rate.size, 2.3, 0.4) * np.exp(noise(3, rate.size, 0.04))
    loss[at:] *= 1.0 + (height - 1.0) * np.exp(-np.arange(rate.size - at) / 40.0)
    return run({"lr": rate, "train/loss": loss})


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_healthy_curves_stay_silent(name: str) -> None:
    assert loud(examine("lr-jump", HEALTHY[name](0))) == []


@pytest.mark.parametrize(
    "rate",
    [
        cosine(300),
        np.concatenate((np.full(20, 1e-5), np.full(100, 1e-3))),
        np.concatenate(([0.0, 1e-4, 2e-4, 4e-4], np.full(50, 5e-4))),
        np.interp(np.arange(200), [0, 60, 200], [4e-5, 1e-3, 1e-8]),
        np.abs((np.arange(400) % 100) - 50.0) * 2e-5 + 1e-5,
        np.repeat([0.1, 0.01, 0.001], 50),
    ],
    ids=["cosine", "constant warm-up", "coarse warm-up", "one cycle", "triangles", "step decay"],
)
def test_rates_that_do_not_jump(rate: np.ndarray) -> None:
    assert examine("lr-jump", run({"lr": rate})) == []


@pytest.mark.parametrize("lengths", [(100, 100, 100, 100), (50, 100, 200, 150)])
def test_warm_restarts_are_information(lengths: tuple[int, ...]) -> None:
    rate = np.concatenate([cosine(200, warmup=1e-9)[np.linspace(0, 199, length).astype(int)] for length in lengths])
    answer = examine("lr-jump", jumping(rate, lengths[0]))
    assert isinstance(answer, list)
    assert [(one.severity, one.first_step) for one in answer] == [("info", lengths[0])]


def test_a_single_restart_that_was_asked_for_is_information() -> None:
    made = run({"lr": restarted(), "train/loss": descent(500, 2, 1)}, schedule="cosine_with_restarts")
    assert loud(examine("lr-jump", made)) == []


def test_a_jump_that_the_loss_does_not_answer_is_information() -> None:
    assert loud(examine("lr-jump", jumping(restarted(), 300, height=1.0))) == []


@pytest.mark.parametrize("at", [250, 300, 380])
def test_a_schedule_that_begins_anew(at: int) -> None:
    made = jumping(restarted(at), at)
    (found,) = loud(examine("lr-jump", made))
    assert (found.severity, found.first_step) == ("warning", at)
    for step in (found.known_step, 450, 499):
        assert [one.first_step for one in loud(examine("lr-jump", made.until(step)))] == [at]


def test_a_jump_without_a_loss_in_the_log() -> None:
    (found,) = loud(examine("lr-jump", run({"lr": np.repeat([1e-3, 1e-4, 1e-2], 40)})))
    assert found.evidence["after"] == 1e-2


def test_two_whole_cycles_have_but_one_jump_between_them():
    cycle = 1e-3 * 0.5 * (1.0 + np.cos(np.pi * np.arange(50) / 50.0))
    loss = np.concatenate((np.linspace(2.0, 0.5, 50), np.linspace(0.9, 0.4, 50)))
    (one,) = examine("lr-jump", run({"lr": np.concatenate((cycle, cycle)), "train/loss": loss}))
    assert one.severity == "info"
    cut = np.concatenate((cycle[:30], cycle[:30]))  # begins anew before it has ended
    (one,) = examine("lr-jump", run({"lr": cut, "train/loss": loss[20:80]}))
    assert one.severity == "warning"
