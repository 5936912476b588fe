import numpy as np
import pytest

from traindx.signals.alignment import medians_between


def test_medians_of_what_lies_between_marks() -> None:
    found = medians_between([1, 2, 3, 4, 5, 6], [1, 2, 9, 4, 5, 6], [3, 6])
    assert found.tolist() == [2.0, 5.0]


def test_the_value_before_stands_where_nothing_is_between() -> None:
    found = medians_between([10, 20], [1.0, 2.0], [5, 10, 15, 16, 25])
    assert found.tolist() == [1.0, 1.0, 1.0, 1.0, 2.0]


def test_order_and_non_finite_values_do_not_matter() -> None:
    found = medians_between([3, 1, 2], [3.0, 1.0, np.nan], [1, 3])
    assert found.tolist() == [1.0, 3.0]


@pytest.mark.parametrize(("steps", "values"), [([], []), ([1], [np.nan])])
def test_nothing_known_is_nan(steps: list[int], values: list[float]) -> None:
    assert np.isnan(medians_between(steps, values, [1, 2])).all()
