import math

from traindx.decoding import keyed_rows
from traindx.decoding.keyed_rows import KeyedRows


def made(*rows):
    gathered = KeyedRows()
    for step, row in rows:
        gathered.add(step, step + 0.5, [(name.encode(), value) for name, value in row.items()])
    return gathered.points()


def test_columns_with_their_steps_and_times():
    found = made((0, {"b": 1.0}), (2, {"a": math.inf, "b": 2.0}), (3, {}))
    assert list(found) == ["a", "b"]
    assert (found["b"].steps.tolist(), found["b"].values.tolist(), found["b"].wall.tolist()) == (
        [0, 2], [1.0, 2.0], [0.5, 2.5])  # fmt: skip
    assert found["a"].steps.tolist() == [2]


def test_a_step_in_every_row_is_the_axis_unless_it_falls_or_stands():
    assert made((0, {"step": 10.0, "a": 1.0}), (1, {"step": 20.0}))["a"].steps.tolist() == [10]
    for other in (5.0, 10.0, math.nan, 1e300):
        assert made((0, {"step": 10.0, "a": 1.0}), (1, {"step": other, "a": 1.0}))["a"].steps.tolist() == [0, 1]


def test_no_more_columns_than_are_kept(monkeypatch):
    monkeypatch.setattr(keyed_rows, "MAX_SERIES", 2)
    assert list(made((0, {"a": 1.0, "b": 1.0, "c": 1.0}))) == ["a", "b"]
