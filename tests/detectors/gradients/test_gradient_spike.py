import numpy as np
import pytest

from traindx.testing import descent, examine, loud, noise, run

POINTS = 600
LOSS = descent(POINTS, 2.3, 0.4) * np.exp(noise(5, POINTS, 0.05))


def norms(seed: int, sd: float = 0.3) -> np.ndarray:
    return np.asarray((0.8 + 4.0 * np.exp(-np.arange(POINTS) / 30.0)) * np.exp(noise(seed, POINTS, sd)))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("sd", [0.1, 0.4, 0.8])
def test_scatter_is_no_spike(seed: int, sd: float) -> None:
    assert examine("gradient-spike", run({"grad/norm": norms(seed, sd), "train/loss": LOSS})) == []


@pytest.mark.parametrize("seed", range(5))
def test_heavy_tails_are_no_spikes_to_alarm(seed: int) -> None:
    drawn = np.random.default_rng(seed).standard_t(3, POINTS)
    assert loud(examine("gradient-spike", run({"grad/norm": np.exp(0.3 * drawn), "train/loss": LOSS}))) == []


def test_the_first_steps_may_be_large() -> None:
    norm = norms(1)
    norm[:5] *= 100.0
    assert examine("gradient-spike", run({"grad/norm": norm, "train/loss": LOSS})) == []


def test_a_spike_that_the_loss_does_not_answer_is_information() -> None:
    norm = norms(2)
    norm[300] *= 40.0
    answer = examine("gradient-spike", run({"grad/norm": norm, "train/loss": LOSS}))
    assert isinstance(answer, list)
    assert [(one.severity, one.kind, one.first_step) for one in answer] == [("info", "once", 300)]


@pytest.mark.parametrize("places", [(300,), (260, 373, 480)])
def test_spikes_that_the_loss_answers(places: tuple[int, ...]) -> None:
    norm, loss = norms(3), LOSS.copy()
    for place in places:
        norm[place] *= 60.0
        loss[place + 1 : place + 4] *= 2.0
    made = run({"grad/norm": norm, "train/loss": loss})
    (found,) = loud(examine("gradient-spike", made))
    assert (found.severity, found.kind) == ("warning", "once" if len(places) == 1 else "repeated")
    assert found.first_step == places[0]
    assert [one.first_step for one in loud(examine("gradient-spike", made.until(places[0] + 10)))] == [places[0]]


def test_several_without_a_loss_to_ask() -> None:
    norm = norms(4)
    norm[[150, 300, 500]] *= 50.0
    (found,) = loud(examine("gradient-spike", run({"grad/norm": norm})))
    assert found.kind == "repeated"
