import numpy as np
import pytest

from traindx.schema import Series
from traindx.testing import HEALTHY, examine, loud, run


def shares(values, window=None):
    one = Series.of("act/dead/relu1", np.arange(len(values)), values, per="window", window=window)
    return run({"act/dead/relu1": one})


def test_a_healthy_layer():
    assert loud(examine("dead-relu-units", HEALTHY["layers_of_a_transformer"](1))) == []


@pytest.mark.parametrize("values", [[0.0], [0.1, 0.12, 0.1], [0.5], [0.45] * 20, [0.99, 0.4, 0.2, 0.2, 0.2],
                                    [30.0] * 5],
                         ids=["none", "few", "at the start", "half", "came back", "percent"])  # fmt: skip
def test_layers_with_room(values):
    assert loud(examine("dead-relu-units", shares(values))) == []


@pytest.mark.parametrize("values", [[0.8], [0.8] * 20, [80.0] * 20])
def test_most_units(values):
    (found,) = loud(examine("dead-relu-units", shares(values, window=2000)))
    assert (found.kind, found.severity, found.layer) == ("most", "warning", "relu1")


def test_hardly_any_is_left():
    (found,) = loud(examine("dead-relu-units", shares(np.concatenate([np.full(10, 0.1), np.full(10, 0.99)]))))
    assert (found.kind, found.severity, found.first_step) == ("nearly-all", "error", 10)


def test_few_samples_are_no_proof():
    (found,) = examine("dead-relu-units", shares([0.99], window=64))
    assert (found.severity, found.evidence["rows"]) == ("info", 64)
