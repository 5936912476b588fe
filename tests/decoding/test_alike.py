from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from traindx.decoding.alike import FEWEST, Block, alike

VALUES = st.one_of(st.floats(), st.integers(-(2**70), 2**70), st.booleans(), st.text(max_size=2), st.none())


def again(found) -> list[dict[str, object]]:
    return [row for some in found for row in (some.numbers() if isinstance(some, Block) else [some])]


@given(st.lists(st.dictionaries(st.sampled_from("abc"), VALUES, max_size=3), max_size=30))
def test_the_rows_come_back_in_their_order(rows: list[dict[str, object]]) -> None:
    found = again(alike(rows))
    assert len(found) == len(rows)
    for one, other in zip(found, rows, strict=True):
        assert one.keys() == other.keys()
        for name, value in other.items():
            number = isinstance(value, (int, float)) and not isinstance(value, bool)
            same = float(one[name]) if number else one[name]
            value = float(value) if number else value
            assert same == value or (same != same and value != value)


def test_many_rows_of_numbers_are_one_block_and_few_are_none() -> None:
    rows = [{"step": step, "loss": math.nan} for step in range(FEWEST)]
    (block,) = alike(rows)
    assert block.columns["step"].tolist() == list(range(FEWEST))
    assert list(alike(rows[1:])) == rows[1:]


def test_what_is_no_double_and_what_is_no_number_stay_rows() -> None:
    for value in (10**400, True, "1", None, [1]):
        rows = [{"step": step, "loss": value} for step in range(50)]
        assert list(alike(rows)) == rows


def test_whether_each_row_has_a_number_in_some_columns() -> None:
    import numpy as np

    gaps = {"b": np.array([1]), "c": np.array([0])}
    block = Block({"a": np.array([1.0, 2.5]), "b": np.array([3.0]), "c": np.array([4.0])}, 2, gaps)
    assert block.covered(["b", "a"])
    assert block.covered(["b", "c"])
    assert not block.covered(["b"])
    assert not block.covered([])
    assert list(block.without(["a"]).renamed("b", "x").numbers()) == [{"c": 4.0}, {"x": 3.0}]
