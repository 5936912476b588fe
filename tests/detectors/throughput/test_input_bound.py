import numpy as np
import pytest

from traindx.testing import HEALTHY, examine, loud, noise, run

STEP = 0.4 * np.exp(noise(1, 200, 0.1))
PLACE = np.arange(200)


@pytest.mark.parametrize("name", ["pauses_and_a_slow_start", "a_tiny_model_on_a_large_device"])
@pytest.mark.parametrize("seed", range(3))
def test_healthy_machines(name, seed):
    assert examine("input-bound", HEALTHY[name](seed)) == []


@pytest.mark.parametrize("data", [
    0.1 * STEP, np.where(PLACE < 8, 0.95 * STEP, 0.05 * STEP), np.where(PLACE % 50 == 49, 30.0, 0.02),
    0.28 * STEP, 0.0 * STEP,
], ids=["fed", "slow start", "pauses", "a little", "not at all"])  # fmt: skip
def test_waits_with_a_reason(data):
    assert examine("input-bound", run({"time/step": np.maximum(STEP, data), "time/data": data})) == []


def test_a_third_is_information():
    (found,) = examine("input-bound", run({"time/step": STEP, "time/data": 0.4 * STEP}))
    assert found.severity == "info"


def test_waits_at_every_step():
    (found,) = loud(examine("input-bound", run({"time/step": STEP, "time/data": 0.7 * STEP})))
    assert (found.kind, found.evidence["share"]) == ("steady", pytest.approx(0.7))


def test_waits_for_every_eighth_batch():
    data = np.where(PLACE % 8 == 0, 8.0, 0.01)
    (found,) = loud(examine("input-bound", run({"time/step": STEP + data, "time/data": data})))
    assert found.kind == "bursts"
