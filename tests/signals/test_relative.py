from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.signals.relative import scales


def test_equal_factors_are_equal_distances_far_above_the_bottom():
    (scale,) = scales([100.0] * 12 + [50.0, 25.0])
    steps = np.diff(scale.values[11:])
    assert steps == pytest.approx([np.log(0.5)] * 2, rel=0.05)


def test_far_below_the_opening_factors_count_no_longer():
    (scale,) = scales([1.0] * 12 + [1e-5, 1e-4])
    assert scale.values[-1] - scale.values[-2] < 0.02


def test_from_the_first_value_that_is_not_positive_shares_of_the_opening_count():
    first, second = scales([2.0] * 12 + [-2.0, 4.0])
    assert (first.begin, first.logarithmic, first.values.size) == (0, True, 12)
    assert (second.begin, second.logarithmic) == (12, False)
    assert second.values[-2:].tolist() == [-1.0, 2.0]


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40), st.integers(1, 40))
def test_later_values_change_nothing(values, count):
    whole = {scale.logarithmic: scale for scale in scales(values)}
    for part in scales(values[:count]):
        same = whole[part.logarithmic]
        assert same.begin == part.begin
        if part.logarithmic or count >= 10:
            assert np.array_equal(same.values[: part.values.size], part.values)
