import pytest

from traindx.testing import examine, loud, run


@pytest.mark.parametrize(("layer", "values"), [
    ("tanh1", [0.1] * 20), ("tanh1", [0.45]), ("tanh1", [0.9, 0.3, 0.1, 0.1, 0.1]), ("lstm.gate", [0.9] * 20),
    ("head.sigmoid", [0.95] * 20), ("tanh1", [20.0] * 5),
])  # fmt: skip
def test_layers_with_room(layer, values):
    assert loud(examine("saturated-units", run({f"act/saturated/{layer}": values}))) == []


@pytest.mark.parametrize(("values", "severity"), [([0.6], "warning"), ([0.6] * 9, "warning"), ([0.9] * 9, "error")])
def test_at_the_bound(values, severity):
    (found,) = loud(examine("saturated-units", run({"act/saturated/tanh1": values})))
    assert (found.severity, found.layer) == (severity, "tanh1")
