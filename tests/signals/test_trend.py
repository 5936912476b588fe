"""Compared with SciPy; false alarms counted on series without a trend."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.signal import lfilter

from traindx.signals.trend import block_trend, mann_kendall, theil_sen

few_levels = st.lists(st.one_of(st.floats(-1e3, 1e3), st.integers(0, 4).map(float)), min_size=3, max_size=40)


@given(few_levels)
def test_slope_is_that_of_scipy(y: list[float]) -> None:
    x = np.arange(len(y)) * 2.5 + 7.0
    expected = stats.theilslopes(y, x)
    slope, intercept = theil_sen(x, y)
    assert slope == pytest.approx(expected.slope, rel=1e-9, abs=1e-9)
    assert intercept == pytest.approx(expected.intercept, rel=1e-9, abs=1e-6)


def test_a_long_series_has_nearly_the_slope_of_all_its_pairs() -> None:
    random = np.random.default_rng(1)
    x = np.arange(3000.0)
    y = 0.01 * x + random.standard_t(2, 3000)
    y[random.integers(0, 3000, 300)] = 1e6
    assert theil_sen(x, y)[0] == pytest.approx(stats.theilslopes(y, x).slope, rel=0.03)


def test_a_million_points_take_no_time_to_speak_of() -> None:
    x = np.arange(1_000_000.0)
    assert theil_sen(x, -2.0 * x + 3.0) == pytest.approx((-2.0, 3.0))
    assert mann_kendall(-x) == (-1.0, 0.0)


@given(few_levels)
def test_tau_is_that_of_scipy(values: list[float]) -> None:
    expected = stats.kendalltau(np.arange(len(values)), values).statistic
    tau, p = mann_kendall(values)
    assert tau == pytest.approx(0.0 if math.isnan(expected) else expected, abs=1e-9)
    assert 0.0 <= p <= 1.0


@pytest.mark.parametrize("size", [10, 20, 30, 400])
def test_p_is_near_the_exact_one(size: int) -> None:
    random = np.random.default_rng(size)
    for _ in range(50):
        values = random.normal(size=size) + random.normal() * np.linspace(0, 1, size)
        method = "exact" if size < 100 else "asymptotic"
        exact = stats.kendalltau(np.arange(size), values, method=method).pvalue
        assert mann_kendall(values)[1] == pytest.approx(exact, abs=0.02)


@pytest.mark.parametrize(("r", "most"), [(0.0, 0.08), (0.6, 0.10), (0.9, 0.13)])
def test_a_persistent_series_without_trend_seldom_shows_one(r: float, most: float) -> None:
    random = np.random.default_rng(7)
    alarms = 0
    for _ in range(400):
        values = lfilter([1.0], [1.0, -r], random.normal(size=700))[200:]
        alarms += block_trend(values)[0] < 0.05
    assert alarms / 400 <= most


def test_a_trend_under_noise_is_seen_with_its_sign() -> None:
    random = np.random.default_rng(8)
    for sign in (-1, 1):
        p, seen = block_trend(sign * np.linspace(0, 1, 500) + random.normal(0, 0.5, 500))
        assert p < 0.01
        assert seen == sign


@pytest.mark.filterwarnings("error")
def test_too_little_has_no_trend() -> None:
    assert block_trend([5.0, 4.0, 3.0, 2.0, 1.0, 0.5, 0.3, 0.2, 0.1]) == (1.0, 0)
    assert block_trend([2.0] * 40) == (1.0, 0)
    assert mann_kendall([]) == mann_kendall([1.0]) == mann_kendall([3.0, 3.0, math.nan]) == (0.0, 1.0)
    slope, intercept = theil_sen([], [])
    assert slope == 0.0
    assert math.isnan(intercept)
    assert theil_sen([4.0, 4.0], [1.0, 3.0]) == (0.0, 2.0)


@pytest.mark.filterwarnings("error")
@given(st.lists(st.tuples(st.floats(), st.floats()), max_size=30))
@settings(max_examples=200)
def test_any_numbers_give_an_answer_and_no_warning(pairs: list[tuple[float, float]]) -> None:
    x, y = [a for a, _ in pairs], [b for _, b in pairs]
    theil_sen(x, y)
    assert 0.0 <= mann_kendall(y)[1] <= 1.0
    assert 0.0 <= block_trend(y)[0] <= 1.0
