import math

from traindx.schema.modules import activations, called, entries, matrices, number, size, weighted
from traindx.testing.bench import bench, modules

CHAIN = [*modules("relu", None, "softmax"), {"name": "unused", "kind": "linear", "calls": 0}]


def test_what_a_batch_went_through() -> None:
    assert [one["name"] for one in called(CHAIN)] == ["0", "1", "2", "4", "5"]
    assert [one["name"] for one in weighted(CHAIN)] == ["0", "2", "4"]
    assert activations(CHAIN) == ["relu"]
    assert called(None) == []


def test_numbers_of_a_module() -> None:
    run = bench({"act/norm/0": 6.0, "act/count/0": 9.0, "act/norm/2": math.inf, "act/count/2": 9.0})
    assert size(run, "0") == 2.0
    assert size(run, "2") is None
    assert size(run, "4") is None
    assert number(run, "act/norm/0") == 6.0


def test_weights_among_the_tensors() -> None:
    rows = [{"role": "weight", "shape": [3, 4]}, {"role": "bias", "shape": [3]}, {"role": "weight", "shape": [0, 4]}]
    assert matrices(rows) == rows[:1]
    assert [entries(one) for one in rows] == [12, 3, 0]
