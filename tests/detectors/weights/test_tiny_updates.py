import numpy as np
import pytest

from traindx.testing import HEALTHY, cosine, examine, loud, noise, run

SCATTER = np.exp(noise(1, 100, 0.3))


@pytest.mark.parametrize("name", ["layers_of_a_transformer", "adapters_that_start_at_zero"])
@pytest.mark.parametrize("seed", range(3))
def test_healthy_layers(name, seed):
    assert loud(examine("tiny-updates", HEALTHY[name](seed))) == []


@pytest.mark.parametrize("curves", [
    {"update/ratio/fc.weight": 1e-3 * SCATTER},
    {"update/ratio/fc.weight": 2e-5 * SCATTER},
    {"update/ratio/fc.weight": 1e-3 * np.where(np.arange(100) < 60, 1.0, 1e-6)},
    {"update/ratio/fc.weight": 1e-3 * cosine(100, 1.0) ** 8, "lr": cosine(100, 1e-3)},
    {"update/ratio/fc.weight": 1e-3 * SCATTER, "update/ratio/ln.weight": 1e-9 * SCATTER},
    {"update/ratio/fc.weight": 1e-3 * SCATTER, "update/ratio/frozen.weight": 0.0 * SCATTER},
], ids=["usual", "fine-tuning", "decayed", "schedule", "gain", "frozen"])  # fmt: skip
def test_updates_with_a_reason(curves):
    assert loud(examine("tiny-updates", run(curves))) == []


def test_weights_that_hardly_move():
    made = run({"update/ratio/a.weight": 3e-8 * SCATTER, "update/ratio/b.weight": 2e-8 * SCATTER})
    (found,) = loud(examine("tiny-updates", made))
    assert found.evidence["layers"] == 2
    assert found.evidence["usual"] == pytest.approx(2.5e-8, rel=0.3)


def test_below_fine_tuning_is_information():
    (found,) = examine("tiny-updates", run({"update/ratio/a.weight": 4e-6 * SCATTER}))
    assert found.severity == "info"
