import numpy as np
import pytest

from traindx.testing import HEALTHY, examine, loud, noise, run

PLACE = np.arange(90)
ALIVE = np.exp(noise(1, 90, 0.3))
DYING = np.where(PLACE < 40, ALIVE, 0.0)


@pytest.mark.parametrize("precision", ["bf16", "float32", "bfloat16-mixed", None])
def test_other_formats_hold_smaller_numbers(precision):
    made = run({"grad/norm/a": DYING, "grad/norm/b": ALIVE}, **({} if precision is None else {"precision": precision}))
    assert loud(examine("gradients-underflow", made)) == []


@pytest.mark.parametrize("layer", [ALIVE, 0.0 * ALIVE, ALIVE * (PLACE % 2), np.where(PLACE == 80, 0.0, ALIVE)],
                         ids=["alive", "frozen", "comes and goes", "one step"])  # fmt: skip
def test_zeros_with_a_reason(layer):
    made = run({"grad/norm/a": layer, "grad/norm/b": ALIVE}, precision="fp16")
    assert loud(examine("gradients-underflow", made)) == []


def test_healthy_layers():
    made = HEALTHY["a_frozen_backbone"](1)
    made.settings["precision"] = "16-mixed"
    assert loud(examine("gradients-underflow", made)) == []


@pytest.mark.parametrize("precision", ["fp16", "float16", "16-mixed", "torch.float16", "half"])
def test_layers_that_fall_to_zero(precision):
    made = run({"grad/norm/a": DYING, "grad/norm/b": ALIVE}, precision=precision)
    (found,) = loud(examine("gradients-underflow", made))
    assert found.evidence["layers"] == ["a"]


def test_the_count_of_zeros():
    made = run({"grad/zeros": 1e6 * np.minimum(1.0, PLACE / 80.0) ** 3}, precision="fp16", parameters=1e6)
    (found,) = loud(examine("gradients-underflow", made))
    assert found.evidence["layers"] == ["the entries"]
