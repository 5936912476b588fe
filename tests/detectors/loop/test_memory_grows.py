import numpy as np
import pytest

from traindx.testing import HEALTHY, examine, loud, noise, run

SHARE = np.arange(300) / 299.0
JITTER = 1.0 + noise(1, 300, 0.005)


@pytest.mark.parametrize("name", ["pauses_and_a_slow_start", "a_cache_filled_in_the_first_epoch"])
@pytest.mark.parametrize("seed", range(3))
def test_healthy_machines(name, seed):
    assert loud(examine("memory-grows", HEALTHY[name](seed))) == []


@pytest.mark.parametrize("memory", [
    JITTER, (2.0 - np.exp(-10 * SHARE)) * JITTER, (1.0 + np.minimum(SHARE, 0.3)) * JITTER, (1.0 + 0.1 * SHARE) * JITTER,
    1.0 + np.floor(3 * SHARE), 1.0 + (30 * SHARE) % 1.0, (3.0 - SHARE) * JITTER, np.maximum.accumulate(JITTER),
], ids=["even", "levels off", "first epoch", "a little", "stairs", "sawtooth", "falls", "highest so far"])  # fmt: skip
def test_memory_with_a_reason(memory):
    assert loud(examine("memory-grows", run({"memory/resident": 1e9 * memory}))) == []


@pytest.mark.parametrize("name", ["memory/resident", "gpu/memory/used"])
def test_grows_along_a_line(name):
    (found,) = loud(examine("memory-grows", run({name: 1e9 * (1.0 + SHARE) * JITTER})))
    assert found.series == name
    assert found.evidence["times"] > 1.5


def test_one_pass_may_fill_a_cache():
    (found,) = examine("memory-grows", run({"memory/resident": 1e9 * (1.0 + SHARE)}, steps_per_epoch=300.0))
    assert found.severity == "info"
