import numpy as np
import pytest

from traindx.testing import HEALTHY, examine, loud, noise, run

SCATTER = np.exp(noise(1, 100, 0.3))
PLACE = np.arange(100)


@pytest.mark.parametrize("name", ["layers_of_a_transformer", "adapters_that_start_at_zero"])
@pytest.mark.parametrize("seed", range(3))
def test_healthy_layers(name, seed):
    assert loud(examine("huge-updates", HEALTHY[name](seed))) == []


@pytest.mark.parametrize("curves", [
    {"update/ratio/fc.weight": 0.02 * SCATTER},
    {"update/ratio/fc.weight": np.where(PLACE < 8, 3.0, 1e-3)},
    {"update/ratio/fc.weight": np.where(PLACE % 20 == 0, 3.0, 1e-3)},
    {"update/ratio/fc.weight": 1e-3 * SCATTER, "update/ratio/fc.bias": 5.0 * SCATTER},
    {"update/ratio/a": 1e-3 * SCATTER, "update/ratio/b": 1e-3 * SCATTER, "update/ratio/new_head": 0.4 * SCATTER},
    {"update/ratio/fc.weight": np.where(PLACE < 1, np.inf, 1e-2)},
], ids=["fast", "the first steps", "outliers", "bias", "one new layer", "from zero"])  # fmt: skip
def test_updates_with_a_reason(curves):
    assert loud(examine("huge-updates", run(curves))) == []


def test_weights_thrown_about():
    (found,) = loud(examine("huge-updates", run({"update/ratio/a": 0.5 * SCATTER, "update/ratio/b": 0.6 * SCATTER})))
    assert found.evidence["usual"] > 0.3
    assert found.evidence["largest"] == "b"
