import numpy as np
import pytest

from traindx.testing import HEALTHY, descent, examine, loud, noise, run

POINTS = 60
FALLING = descent(POINTS, 2.3, 0.4) * np.exp(noise(1, POINTS, 0.02))
FLAT = 2.303 + noise(1, POINTS, 0.02)
NORM = np.exp(noise(2, POINTS, 0.3))
NONE = np.zeros(POINTS)


def layered(loss, *norms):
    return run({"train/loss": loss, **{f"grad/norm/{at}.weight": norm for at, norm in enumerate(norms)}})


@pytest.mark.parametrize("name", ["layers_of_a_transformer", "a_frozen_backbone", "experts_that_take_turns",
                                  "adapters_that_start_at_zero"])  # fmt: skip
@pytest.mark.parametrize("seed", range(3))
def test_healthy_layers(name, seed):
    assert loud(examine("zero-gradients", HEALTHY[name](seed))) == []


@pytest.mark.parametrize("made", [
    layered(FLAT, np.where(np.arange(POINTS) % 3 == 0, NORM, 0.0), NORM),
    layered(FLAT, np.where(np.arange(POINTS) == 30, 0.0, NORM), NORM),
    layered(FLAT, np.where(np.arange(POINTS) > 56, 0.0, NORM), NORM),
    layered(FALLING, NONE, NONE, NORM),
    layered(np.where(np.arange(POINTS) < 20, FALLING, 0.0), *[np.where(np.arange(POINTS) < 20, NORM, 0.0)] * 2),
    run({"train/loss": FALLING, "grad/norm": NONE}),
    run({"grad/norm/0.weight": [0.0], "grad/norm/head.weight": [0.4]}),
], ids=["comes and goes", "one step", "the last steps", "frozen", "solved", "not logged", "a zero head"])  # fmt: skip
def test_zeros_with_a_reason(made):
    assert loud(examine("zero-gradients", made)) == []


def test_most_layers_get_nothing_while_the_loss_stands():
    found = loud(examine("zero-gradients", layered(FLAT, NONE, NONE, NORM)))
    assert [one.layer for one in found] == ["0.weight", "1.weight"]
    assert {one.kind for one in found} == {"upstream"}


def test_a_layer_that_had_one():
    (found,) = loud(examine("zero-gradients", layered(FLAT, np.where(np.arange(POINTS) < 25, NORM, 0.0), NORM)))
    assert (found.kind, found.first_step, found.layer) == ("lost", 25, "0.weight")


def test_nothing_at_all():
    (found,) = loud(examine("zero-gradients", layered(FLAT, NONE, NONE)))
    assert (found.kind, found.severity) == ("all", "error")


def test_one_backward_pass_in_which_nothing_comes_through():
    (found,) = loud(examine("zero-gradients", run({"grad/norm/0.weight": [0.0], "grad/norm/1.weight": [0.0],
                                                   "train/loss": [2.3]})))  # fmt: skip
    assert (found.kind, found.severity) == ("all", "warning")
    assert found.message.endswith("at step 0")
