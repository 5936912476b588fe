import numpy as np
import pytest

from traindx.testing import HEALTHY, examine, loud, run

PLACE = np.arange(200)


@pytest.mark.parametrize("name", ["layers_of_a_transformer", "a_frozen_backbone", "adapters_that_start_at_zero"])
@pytest.mark.parametrize("seed", range(3))
def test_healthy_layers(name, seed):
    assert loud(examine("weights-diverge", HEALTHY[name](seed))) == []


@pytest.mark.parametrize("norm", [
    10.0 + np.sqrt(PLACE), 1.0 + 2.0 * (1.0 - np.exp(-PLACE / 20.0)), 3.0 * np.exp(-PLACE / 50.0),
    1.0 + 30.0 * (1.0 - np.exp(-PLACE / 15.0)), np.where(PLACE == 100, 500.0, 10.0),
], ids=["slow", "levels off", "decay", "levels off higher", "one point"])  # fmt: skip
def test_weights_that_grow_as_they_may(norm):
    assert loud(examine("weights-diverge", run({"weight/norm": norm}))) == []


def test_one_layer_from_zero():
    assert (
        loud(examine("weights-diverge", run({"weight/norm/a": np.full(200, 20.0), "weight/norm/b": PLACE / 20.0})))
        == []
    )


@pytest.mark.parametrize("name", ["weight/norm", "weight/norm/fc.weight"])
def test_growth_without_end(name):
    made = run({name: 10.0 * np.exp(PLACE / 40.0)})
    (found,) = loud(examine("weights-diverge", made))
    assert found.first_step == pytest.approx(67, abs=4)
    assert found.layer is None
    assert loud(examine("weights-diverge", made.until(found.known_step)))
    assert loud(examine("weights-diverge", made.until(found.known_step - 1))) == []
