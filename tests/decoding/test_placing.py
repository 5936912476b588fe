from __future__ import annotations

import math

import numpy as np

from traindx.decoding.placing import begins_anew, carried, placed, steps_per_epoch

NAN = math.nan


def steps(axis: list[float], rows: object, back: list[int], *, unordered: bool) -> tuple[list[int], object]:
    found, index = placed(np.array(axis), rows, back, unordered)
    return np.frombuffer(found, dtype="<i8").tolist(), None if index is None else index.tolist()


def test_a_missing_place_is_the_last_one_known() -> None:
    assert carried(np.array([NAN, 1.0, NAN, 3.0, NAN])).tolist() == [1, 1, 1, 3, 3]
    assert np.isnan(carried(np.array([NAN, NAN]))).all()


def test_of_several_rows_at_one_step_the_last_stays() -> None:
    assert steps([1, 2, 3], slice(0, 3), [], unordered=False) == ([1, 2, 3], None)
    assert steps([1, 1, 2.5, 2.75], slice(0, 4), [], unordered=False) == ([1, 2], [1, 3])
    assert steps([1, NAN, math.inf, 2], np.array([0, 1, 2, 3]), [], unordered=False) == ([1, 2], [0, 3])


def test_what_a_resumption_superseded_is_left_out() -> None:
    assert steps([1, 2, 3, 2, 3], slice(0, 5), [3], unordered=False) == ([1, 2, 3], [0, 3, 4])
    assert steps([1, 2, 3, 2, 3], np.array([0, 2, 4]), [3], unordered=False) == ([1, 3], [0, 2])


def test_rows_in_no_order_are_sorted() -> None:
    assert steps([3, 1, 2, 1], slice(0, 4), [], unordered=True) == ([1, 2, 3], [3, 2, 0])
    assert steps([], slice(0, 0), [], unordered=True)[0] == []


def test_steps_that_begin_again_with_each_epoch_are_its_batches() -> None:
    assert begins_anew(np.array([1.0, 2, 1, 2]), np.array([1.0, 1, 2, 2]))
    assert not begins_anew(np.array([1.0, 2, 3, 4]), np.array([1.0, 1, 2, 2]))


def test_how_many_steps_an_epoch_has() -> None:
    assert steps_per_epoch(np.array([0.0, 50, 100]), np.array([0.0, 0.5, 1.0])) == 100
    assert steps_per_epoch(np.array([0.0, 50]), np.array([0.0, 0.0])) is None
