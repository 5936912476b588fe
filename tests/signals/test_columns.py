import numpy as np
import pytest

from traindx.signals.columns import columns


def test_what_is_not_finite_is_counted_and_left_out() -> None:
    table = np.array([[1.0, np.nan], [3.0, np.inf], [np.nan, -np.inf], [5.0, np.nan]])
    seen = columns(table)
    assert seen.missing.tolist() == [1, 2]
    assert seen.infinite.tolist() == [0, 2]
    assert seen.mean[0] == 3.0
    assert seen.std[0] == pytest.approx(np.std([1, 3, 5]))
    assert np.isnan(seen.mean[1])


def test_distinct_and_whole() -> None:
    seen = columns(np.array([[1.0, 0.5], [1.0, 1.0], [2.0, 1.0]]))
    assert seen.distinct.tolist() == [2, 2]
    assert seen.whole.tolist() == [True, False]


def test_the_size_is_that_of_the_centre() -> None:
    column = np.r_[np.full(97, 2.0), 1e9, -1e9, 2.0]
    assert columns(column[:, None]).size[0] == pytest.approx(2.0)


def test_the_ends_of_the_number_range() -> None:
    seen = columns(np.array([[1e308], [-1e308], [1e308]]))
    assert seen.mean[0] == pytest.approx(1e308 / 3)
    assert np.isfinite(seen.std[0])


def test_no_rows() -> None:
    assert columns(np.zeros((0, 2))).missing.tolist() == [0, 0]
