import numpy as np
import pytest

from traindx.testing import HEALTHY, examine, loud, noise, run

SECONDS = 0.4 * np.exp(noise(1, 400, 0.1))
PLACE = np.arange(400)


@pytest.mark.parametrize("name", ["pauses_and_a_slow_start", "a_tiny_model_on_a_large_device", "ranks_that_agree",
                                  "episodes_that_become_longer"])  # fmt: skip
@pytest.mark.parametrize("seed", range(3))
def test_healthy_machines(name, seed):
    assert loud(examine("throughput-drop", HEALTHY[name](seed))) == []


@pytest.mark.parametrize("seconds", [
    SECONDS, np.where(PLACE % 40 == 0, 20.0, SECONDS), np.where(PLACE < 20, 5.0, SECONDS),
    SECONDS * np.where(PLACE > 200, 1.5, 1.0), SECONDS * (1.0 + PLACE / 100.0), np.where(PLACE > 395, 3.0, SECONDS),
    SECONDS * np.where((PLACE > 150) & (PLACE < 250), 3.0, 1.0), SECONDS * np.where(PLACE > 200, 0.4, 1.0),
    SECONDS * np.exp(noise(3, 400, 0.6)),
], ids=["even", "pauses", "start", "half as much", "grows", "the end", "passing", "faster", "wild"])  # fmt: skip
def test_times_with_a_reason(seconds):
    assert loud(examine("throughput-drop", run({"time/step": seconds}))) == []


@pytest.mark.parametrize("name", ["time/step", "throughput/tokens"])
@pytest.mark.parametrize("place", [120, 250, 350])
def test_slower_from_one_place_on(name, place):
    seconds = SECONDS * np.where(place <= PLACE, 3.0, 1.0)
    (found,) = loud(examine("throughput-drop", run({name: seconds if name == "time/step" else 1.0 / seconds})))
    assert found.kind == "stays"
    assert found.first_step == pytest.approx(place, abs=25)
    assert found.evidence["times"] == pytest.approx(3.0, rel=0.1)
