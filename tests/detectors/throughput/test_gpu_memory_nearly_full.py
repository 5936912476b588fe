import numpy as np
import pytest

from traindx.testing import HEALTHY, examine, loud, run

SHARE = np.arange(100) / 99.0


def test_healthy_machines():
    assert loud(examine("gpu-memory-nearly-full", HEALTHY["pauses_and_a_slow_start"](1))) == []


@pytest.mark.parametrize("memory", [
    np.full(100, 0.99), np.full(100, 99.0), np.minimum(0.98, 0.3 + 20 * SHARE), 0.5 + 0.2 * SHARE,
    np.minimum(0.97, 0.7 + 4 * SHARE), 0.99 - 0.3 * SHARE,
], ids=["reserved", "percent", "first steps", "room", "found its size", "freed"])  # fmt: skip
def test_memory_that_is_held(memory):
    assert loud(examine("gpu-memory-nearly-full", run({"gpu/memory": memory}))) == []


def test_full_from_the_start_is_information():
    (found,) = examine("gpu-memory-nearly-full", run({"gpu/memory": np.full(100, 0.99)}))
    assert (found.kind, found.severity) == ("stands", "info")


@pytest.mark.parametrize("times", [1.0, 100.0])
def test_fills_up(times):
    (found,) = loud(examine("gpu-memory-nearly-full", run({"gpu/memory": times * (0.4 + 0.6 * SHARE)})))
    assert found.kind == "filling"
