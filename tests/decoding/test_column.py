from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from traindx.decoding.column import Column


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 4), st.booleans()), min_size=1, max_size=8), st.data())
def test_rows_are_those_that_were_given(parts: list[tuple[int, int, bool]], data: st.DataObject) -> None:
    """Each part leaves some rows out, then puts as many values as it says, one by one or at once."""
    rows, made = list[int](), None
    for skipped, count, at_once in parts:
        first = rows[-1] + skipped if rows else 5
        made = made or Column(first)
        if at_once:
            places = np.arange(count) if data.draw(st.booleans()) else None
            made.extend(first, places, np.arange(first, first + count) / 8)
        else:
            for row in range(first, first + count):
                made.append(row, row / 8)
        rows += range(first, first + count)
    assert made is not None
    assert made.last == rows[-1]
    axis = np.arange(rows[-1] + 1) * 2.0
    assert made.along(axis).tolist() == [2.0 * row for row in rows]
    low, high = sorted((data.draw(st.integers(0, len(axis))), data.draw(st.integers(0, len(axis)))))
    places, values = made.between(low, high)
    assert axis[places].tolist() == [2.0 * row for row in rows if low <= row < high]
    assert values.tolist() == [row / 8 for row in rows if low <= row < high]


def test_rows_one_after_the_other_are_not_listed() -> None:
    made = Column(3)
    made.append(3, 0.5)
    made.extend(4, None, np.array([1.0, 2.0]))
    assert made.rows is None
    made.append(9, 3.0)
    assert made.rows is not None
    assert made.rows.tolist() == [3, 4, 5, 9]
