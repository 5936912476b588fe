"""Compared with SciPy, and with what is known of normal values."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from traindx.signals.robust import finite, mad, median, noise, normalized, robust_scale

anything = st.lists(st.floats(allow_nan=True, allow_infinity=True, width=64), max_size=40)
moderate = st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=60)


@given(moderate)
def test_median_and_mad_agree_with_scipy(values: list[float]) -> None:
    assert median(values) == pytest.approx(float(np.median(values)), rel=1e-12, abs=1e-300)
    expected = stats.median_abs_deviation(values, scale="normal")
    assert mad(values) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.filterwarnings("error")
@given(anything)
@settings(max_examples=200)
def test_any_numbers_give_a_spread_and_no_warning(values: list[float]) -> None:
    for spread in (mad(values), robust_scale(values), noise(values)):
        assert spread >= 0.0
    assert math.isnan(median(values)) == (finite(values).size == 0)
    array, unit = normalized(values)
    assert np.all(np.abs(array) < 4.0)
    np.testing.assert_allclose(array * unit, finite(values), rtol=0.0, atol=unit * 1e-300)


@pytest.mark.parametrize("values", [[], [3.0], [3.0, 3.0], [3.0] * 50, [math.nan, math.inf]])
def test_nothing_varies_nothing_spreads(values: list[float]) -> None:
    assert mad(values) == robust_scale(values) == noise(values) == 0.0


def test_spread_is_the_standard_deviation_of_normal_values() -> None:
    values = np.random.default_rng(1).normal(5.0, 2.0, 20_000)
    assert mad(values) == pytest.approx(2.0, rel=0.03)
    assert robust_scale(values) == pytest.approx(2.0, rel=0.03)


def test_wild_values_do_not_move_the_spread() -> None:
    values = np.random.default_rng(2).normal(size=1000)
    values[::10] = 1e9
    assert robust_scale(values) == pytest.approx(1.2, abs=0.15)


def test_robust_scale_falls_back_to_quartiles_then_to_standard_deviation() -> None:
    many_equal = [0.0] * 60 + [1.0] * 40
    assert mad(many_equal) == 0.0
    assert robust_scale(many_equal) == pytest.approx(1.0 / 1.349, rel=1e-3)
    nearly_all_equal = [0.0] * 95 + [1.0] * 5
    assert robust_scale(nearly_all_equal) == pytest.approx(float(np.std(nearly_all_equal)))


def test_noise_sees_through_a_slope() -> None:
    values = np.linspace(0.0, 100.0, 5000) + np.random.default_rng(3).normal(0.0, 0.5, 5000)
    assert noise(values) == pytest.approx(0.5, rel=0.06)
    assert mad(values) > 20.0
