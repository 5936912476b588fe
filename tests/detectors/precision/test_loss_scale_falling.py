import numpy as np
import pytest

from traindx.testing import HEALTHY, examine, loud, run

PLACE = np.arange(400)


@pytest.mark.parametrize("seed", range(4))
def test_the_usual_course(seed):
    assert loud(examine("loss-scale-falling", HEALTHY["usual_loss_scale"](seed))) == []


@pytest.mark.parametrize("scale", [
    np.full(400, 1.0), np.full(400, 65536.0), 2.0 ** np.maximum(32 - PLACE, 14), 2.0 ** np.maximum(32 - PLACE[:20], 3),
    np.where(PLACE < 200, 65536.0, 16384.0), 2.0 ** (16 + (PLACE // 40) % 3), 2.0 ** (16 - (PLACE // 40) % 4),
], ids=["none", "fixed", "search", "search alone", "two halvings", "up and down", "down and up"])  # fmt: skip
def test_scales_that_work(scale):
    assert loud(examine("loss-scale-falling", run({"amp/scale": scale}))) == []


def test_halved_again_and_again():
    (found,) = loud(examine("loss-scale-falling", run({"amp/scale": 2.0 ** (16 - np.maximum(0, PLACE - 200) // 20)})))
    assert (found.kind, found.severity) == ("falling", "warning")


def test_below_one():
    made = run({"amp/scale": 2.0 ** np.maximum(16.0 - np.maximum(0, PLACE - 300), -10)})
    (found,) = loud(examine("loss-scale-falling", made))
    assert (found.kind, found.severity) == ("collapsed", "error")


def test_a_few_lines_far_apart():
    made = run({"amp/scale": [65536.0, 32768.0, 4096.0, 256.0, 8.0]}, every=100)
    assert loud(examine("loss-scale-falling", made))[0].kind == "falling"
