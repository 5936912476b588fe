import numpy as np

from traindx.testing import HEALTHY, examine, loud, run


def test_healthy_layers():
    for name in ("layers_of_a_transformer", "a_frozen_backbone", "adapters_that_start_at_zero"):
        assert examine("nan-weights", HEALTHY[name](1)) == []


def test_the_layer_and_the_step():
    broken = np.where(np.arange(30) < 12, 3.0, np.nan)
    (found,) = loud(examine("nan-weights", run({"weight/norm/a": np.full(30, 2.0), "weight/norm/b": broken})))
    assert (found.layer, found.first_step, found.open) == ("b", 12, True)


def test_the_whole_norm():
    (found,) = loud(examine("nan-weights", run({"weight/norm": [3.0, np.inf, 3.0]})))
    assert (found.layer, found.open) == (None, False)
