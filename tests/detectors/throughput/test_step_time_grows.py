import numpy as np
import pytest

from traindx.testing import HEALTHY, examine, loud, noise, run

SECONDS = 0.4 * np.exp(noise(1, 300, 0.1))
PLACE = np.arange(300)


@pytest.mark.parametrize("name", ["pauses_and_a_slow_start", "a_tiny_model_on_a_large_device", "ranks_that_agree",
                                  "episodes_that_become_longer"])  # fmt: skip
@pytest.mark.parametrize("seed", range(3))
def test_healthy_machines(name, seed):
    assert loud(examine("step-time-grows", HEALTHY[name](seed))) == []


@pytest.mark.parametrize("seconds", [
    SECONDS, np.where(PLACE % 30 == 0, 20.0, SECONDS), SECONDS * (1.0 + PLACE / 1000.0), SECONDS * 3.0 ** (PLACE > 150),
    SECONDS * (2.0 - np.exp(-PLACE / 30.0)), SECONDS * (1.0 + 0.5 * np.sin(PLACE / 20.0)),
    SECONDS * (3.0 - PLACE / 200.0),
], ids=["even", "pauses", "a little", "a jump", "levels off", "a wave", "faster"])  # fmt: skip
def test_times_with_a_reason(seconds):
    assert loud(examine("step-time-grows", run({"time/step": seconds}))) == []


@pytest.mark.parametrize("name", ["time/step", "throughput/samples"])
def test_every_step_a_little_longer(name):
    seconds = SECONDS * (1.0 + PLACE / 150.0)
    seconds[::40] += 5.0
    (found,) = loud(examine("step-time-grows", run({name: seconds if name == "time/step" else 1.0 / seconds})))
    assert found.evidence["times"] > 2.0
