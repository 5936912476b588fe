import numpy as np
import pytest

from traindx.testing import HEALTHY, examine, loud, noise, run

JITTER = noise(1, 100, 0.01)


@pytest.mark.parametrize("name", ["pauses_and_a_slow_start", "a_tiny_model_on_a_large_device"])
@pytest.mark.parametrize("seed", range(3))
def test_healthy_machines(name, seed):
    assert loud(examine("gpu-idle", HEALTHY[name](seed))) == []


@pytest.mark.parametrize("busy", [0.9 + JITTER, 90.0 + JITTER, 0.35 + JITTER,
                                  np.where(np.arange(100) % 3 == 0, 0.0, 0.9),
                                  0.0 * JITTER],
                         ids=["busy", "percent", "a third", "now and then", "not measured"])  # fmt: skip
def test_devices_that_work(busy):
    assert loud(examine("gpu-idle", run({"gpu/busy": busy}))) == []


@pytest.mark.parametrize("busy", [0.12 + JITTER, 12.0 + JITTER])
def test_a_device_that_waits(busy):
    (found,) = loud(examine("gpu-idle", run({"gpu/busy": busy})))
    assert found.evidence["busy"] == pytest.approx(0.12, abs=0.01)


def test_who_waits_for_data_is_not_small():
    times = {"time/step": np.full(100, 0.5), "time/data": np.full(100, 0.4)}
    assert loud(examine("gpu-idle", run({"gpu/busy": 0.12 + JITTER, **times})))
