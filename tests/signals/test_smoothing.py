"""Compared with pandas, which computes the same windows one by one."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traindx.signals.smoothing import (
    block_means,
    block_starts,
    exponential_average,
    moving_average,
    running_median,
    trailing_median,
)

series = st.lists(st.one_of(st.floats(-1e6, 1e6), st.just(math.nan)), max_size=50)
widths = st.integers(1, 20)


@given(series, widths)
def test_trailing_median_is_that_of_pandas(values: list[float], window: int) -> None:
    expected = pd.Series(values, dtype=float).rolling(window, min_periods=1).median().to_numpy()
    np.testing.assert_allclose(trailing_median(values, window), expected, rtol=1e-12, atol=1e-300)


@given(series, widths)
def test_centred_windows_are_those_of_pandas(values: list[float], window: int) -> None:
    rolling = pd.Series(values, dtype=float).rolling(window, center=True, min_periods=1)
    np.testing.assert_allclose(running_median(values, window), rolling.median().to_numpy(), rtol=1e-12, atol=1e-300)
    np.testing.assert_allclose(moving_average(values, window), rolling.mean().to_numpy(), rtol=1e-6, atol=1e-6)


@given(series, widths)
def test_trailing_median_of_a_prefix_never_changes(values: list[float], window: int) -> None:
    whole = trailing_median(values, window)
    for end in range(0, len(values), 7):
        np.testing.assert_array_equal(trailing_median(values[:end], window), whole[:end])


@given(series, st.integers(1, 60))
def test_blocks_are_those_of_array_split(values: list[float], count: int) -> None:
    parts = [np.array(part) for part in np.array_split(np.array(values, dtype=float), min(count, max(1, len(values))))]
    expected = [part[np.isfinite(part)].mean() if np.isfinite(part).any() else math.nan for part in parts]
    np.testing.assert_allclose(block_means(values, count), expected if values else [], rtol=1e-9, atol=1e-9)
    if values:
        lengths = np.diff(np.append(block_starts(len(values), len(parts)), len(values)))
        assert lengths.tolist() == [part.size for part in parts]


@given(series, st.floats(0.0, 0.99))
def test_exponential_average_is_that_of_pandas(values: list[float], decay: float) -> None:
    expected = pd.Series(values, dtype=float).ewm(alpha=1.0 - decay, adjust=True, ignore_na=True).mean().to_numpy()
    np.testing.assert_allclose(exponential_average(values, decay), expected, rtol=1e-6, atol=1e-6)


def test_one_huge_value_spoils_its_own_windows_only() -> None:
    values = np.ones(1000)
    values[500] = 1e30
    smooth = moving_average(values, 11)
    assert np.all(smooth[:494] == pytest.approx(1.0))
    assert np.all(smooth[520:] == pytest.approx(1.0))


@pytest.mark.filterwarnings("error")
@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=30), st.integers(-1, 40))
@settings(max_examples=200)
def test_any_numbers_give_a_series_and_no_warning(values: list[float], window: int) -> None:
    for smooth in (running_median, trailing_median, moving_average):
        assert smooth(values, window).shape == (len(values),)
    assert exponential_average(values, window / 10).shape == (len(values),)
    assert block_means(values, window).size == max(0, min(window, len(values)))
