import numpy as np
import pytest

from traindx.testing import HEALTHY, examine, loud, run


def layered(levels, name="{}.weight", points=1):
    return run({f"grad/norm/{name.format(at)}": np.full(points, level) for at, level in enumerate(levels)})


@pytest.mark.parametrize("name", ["layers_of_a_transformer", "a_frozen_backbone", "experts_that_take_turns",
                                  "adapters_that_start_at_zero"])  # fmt: skip
@pytest.mark.parametrize("seed", range(3))
def test_healthy_layers(name, seed):
    assert loud(examine("gradient-imbalance", HEALTHY[name](seed))) == []


@pytest.mark.parametrize("levels", [
    [1.0, 0.5, 2.0, 0.1],
    [0.02, 0.1, 0.5, 2.0, 1.0],
    10.0 ** np.linspace(-2.5, 0.0, 40),
    10.0 ** np.array([-2.5, 0.0, -2.5, 0.0, -2.5, 0.0]),
    [1e-7, 1.0],
    [0.0, 0.0, 0.0, 1.0],
], ids=["even", "a hundredfold", "a deep stack", "to and fro", "two layers", "frozen"])  # fmt: skip
@pytest.mark.parametrize("points", [1, 30])
def test_layers_that_differ_as_they_may(levels, points):
    assert loud(examine("gradient-imbalance", layered(levels, points=points))) == []


@pytest.mark.parametrize(
    "name", ["{}.bias", "h.{}.ln_1.weight", "embed_tokens{}.weight", "bn{}.weight", "x.{}.lora_A.w"]
)
def test_small_by_nature(name):
    levels = 10.0 ** (0.8 * np.arange(-9, 1))
    assert loud(examine("gradient-imbalance", layered(levels, name))) == []


@pytest.mark.parametrize("points", [1, 30])
@pytest.mark.parametrize(("way", "kind"), [(1, "fades"), (-1, "grows")])
def test_along_the_depth(points, way, kind):
    levels = (10.0 ** (0.8 * np.arange(-7, 1)))[::way]
    (found,) = loud(examine("gradient-imbalance", layered(levels, "blocks.{}.fc.weight", points)))
    assert found.kind == kind
    assert found.layer == "blocks.0.fc.weight"
    assert abs(found.evidence["decades"]) == pytest.approx(5.6)


def test_names_that_were_sorted_as_text():
    levels = 10.0 ** (0.5 * np.arange(-11, 1))
    names = sorted(str(at) for at in range(12))
    made = run({f"grad/norm/fc{name}.weight": [levels[int(name)]] for name in names})
    (found,) = loud(examine("gradient-imbalance", made))
    assert found.layer == "fc0.weight"


def test_one_layer_above_all_others():
    (found,) = loud(examine("gradient-imbalance", layered([1e-4, 2e-4, 1e-4, 3e-4, 1e-4, 30.0])))
    assert (found.kind, found.layer) == ("one-layer", "5.weight")


def test_a_thousandfold_is_information():
    (found,) = examine("gradient-imbalance", layered([1.0, 1e-3, 0.5, 0.02, 0.7]))
    assert (found.kind, found.severity) == ("spread", "info")


@pytest.mark.parametrize(("last", "severity"), [(0.2, "info"), (2.2, "warning")])
def test_a_loss_that_came_down_makes_it_information(last, severity):
    layers = {f"grad/norm/{place}.weight": np.full(20, 10.0 ** (place - 4)) for place in range(5)}
    (found,) = examine("gradient-imbalance", run({"train/loss": np.linspace(2.3, last, 20), **layers}))
    assert (found.kind, found.severity) == ("fades", severity)


def test_branches_that_begin_at_nearly_zero_accuse_nobody():
    small = {f"grad/norm/blocks.{place}.pwconv1.weight": [1e-6] for place in range(8)}
    scaled = {**small, "grad/norm/stem.weight": [2.0], "grad/norm/classifier.weight": [0.5]}
    assert loud(examine("gradient-imbalance", run(scaled))) == []
    assert loud(examine("gradient-imbalance", run({**small, "grad/norm/stem.weight": [2.0]})))
