import numpy as np
import pytest

from traindx.testing import HEALTHY, descent, examine, loud, noise, run

POINTS = 40
FALLING = descent(POINTS, 2.3, 0.4) * np.exp(noise(1, POINTS, 0.02))
FLAT = 2.303 + noise(1, POINTS, 0.02)
MOVES = 3.0 + 1e-3 * np.arange(POINTS)
STILL = np.full(POINTS, 3.0)


@pytest.mark.parametrize("name", ["layers_of_a_transformer", "a_frozen_backbone", "adapters_that_start_at_zero"])
@pytest.mark.parametrize("seed", range(3))
def test_healthy_layers(name, seed):
    assert loud(examine("unchanged-weights", HEALTHY[name](seed))) == []


@pytest.mark.parametrize("curves", [
    {"train/loss": FLAT, "weight/norm/a": MOVES, "weight/norm/b": MOVES},
    {"train/loss": FLAT, "weight/norm/a": STILL, "weight/norm/b": MOVES},
    {"train/loss": FALLING, "weight/norm/a": STILL, "weight/norm/b": STILL},
    {"weight/norm/a": STILL, "weight/norm/b": STILL},
    {"train/loss": FLAT[:3], "weight/norm/a": STILL[:3], "weight/norm/b": STILL[:3]},
], ids=["moving", "frozen", "few digits", "no loss", "three points"])  # fmt: skip
def test_nothing_to_act_on(curves):
    assert loud(examine("unchanged-weights", run(curves))) == []


@pytest.mark.parametrize("name", ["weight/norm", "update/ratio"])
def test_nothing_moves(name):
    still = STILL if name == "weight/norm" else 0.0 * STILL
    (found,) = loud(examine("unchanged-weights", run({"train/loss": FLAT, f"{name}/a": still, f"{name}/b": still})))
    assert (found.kind, found.severity, found.layer) == ("all", "error", None)


def test_what_is_frozen_is_named():
    made = run({"train/loss": FALLING, "weight/norm/a": STILL, "weight/norm/b": MOVES})
    (found,) = examine("unchanged-weights", made)
    assert (found.kind, found.layer, found.severity) == ("some", "a", "info")
    assert found.series == "weight/norm/a"
