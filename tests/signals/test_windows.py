"""Compared with numpy.median, window by window."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.signals.windows import window_medians

numbers = st.one_of(st.floats(-1e9, 1e9), st.sampled_from([0.0, 1.0, math.nan, math.inf, -math.inf]))


@pytest.mark.filterwarnings("error")
@given(st.lists(numbers, max_size=60), st.data())
def test_every_window_has_the_median_of_its_finite_values(values: list[float], data: st.DataObject) -> None:
    ends = st.integers(-3, len(values) + 3)
    pairs = data.draw(st.lists(st.tuples(ends, ends), max_size=20))
    found = window_medians(values, [a for a, _ in pairs], [b for _, b in pairs])
    for (start, stop), median in zip(pairs, found, strict=True):
        inside = [v for v in values[max(0, start) : max(0, stop)] if math.isfinite(v)]
        if inside:
            assert median == pytest.approx(float(np.median(inside)), rel=1e-12)
        else:
            assert math.isnan(median)


def test_the_largest_numbers_do_not_overflow() -> None:
    assert window_medians([1.7e308, 1.7e308], [0], [2])[0] == 1.7e308


@pytest.mark.parametrize("width", [3, 20, 41, 60, 2500])
@pytest.mark.parametrize("holes", [False, True])
def test_windows_that_walk_along_a_long_series(width: int, holes: bool) -> None:
    draw = np.random.default_rng(width)
    values = draw.standard_normal(25_000).round(2)
    if holes:
        values[draw.integers(0, values.size, 3000)] = math.nan
    places = np.arange(values.size)
    found = window_medians(values, places + 1 - width, places + 1)
    for place in [*range(2 * width), *draw.integers(0, values.size, 300).tolist(), values.size - 1]:
        inside = values[max(0, place + 1 - width) : place + 1]
        expected = np.median(inside[np.isfinite(inside)]) if np.isfinite(inside).any() else math.nan
        assert found[place] == pytest.approx(expected, rel=1e-12, nan_ok=True)


def test_windows_in_any_order_of_a_long_series() -> None:
    draw = np.random.default_rng(0)
    values = draw.standard_normal(40_000)
    starts = draw.integers(0, values.size - 300, 50)
    stops = starts + draw.integers(1, 300, 50)
    expected = [np.median(values[a:b]) for a, b in zip(starts, stops, strict=True)]
    assert window_medians(values, starts, stops) == pytest.approx(expected, rel=1e-12)
