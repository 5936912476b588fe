"""Compared with numpy.corrcoef, and with series whose persistence and period are known by construction."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.signal import lfilter

from traindx.signals.autocorrelation import (
    autocorrelation,
    detrended,
    dominant_period,
    effective_points,
    long_run_variance,
    periodicity,
)


def persistent(seed: int, size: int, r: float) -> NDArray[np.float64]:
    shocks = np.random.default_rng(seed).normal(size=size + 200) * math.sqrt(1.0 - r * r)
    return np.asarray(lfilter([1.0], [1.0, -r], shocks)[200:])


@pytest.mark.parametrize("lag", [1, 2, 7])
def test_agrees_with_corrcoef_on_a_long_series(lag: int) -> None:
    values = persistent(1, 20_000, 0.7)
    expected = np.corrcoef(values[lag:], values[:-lag])[0, 1]
    assert autocorrelation(values, lag) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize(("r", "within"), [(0.0, 0.1), (0.6, 0.2), (0.9, 0.35)])
def test_effective_points_and_variance_are_those_of_the_process(r: float, within: float) -> None:
    series = [persistent(seed, 1000, r) for seed in range(30)]
    points = np.median([effective_points(values, independent=False) for values in series])
    assert points == pytest.approx(1000 * (1 - r) / (1 + r), rel=within)
    variance = np.median([long_run_variance(values) for values in series])
    assert variance == pytest.approx((1 + r) / (1 - r), rel=within)


def test_independent_points_count_one_each() -> None:
    assert effective_points(persistent(1, 40, 0.9), independent=True) == 40.0
    assert effective_points([1.0, math.nan, 2.0], independent=True) == 2.0


def test_a_slope_is_no_persistence() -> None:
    values = np.linspace(0.0, 20.0, 600) + np.random.default_rng(5).normal(size=600)
    assert autocorrelation(values) > 0.9
    assert effective_points(values, independent=False) > 300
    assert abs(autocorrelation(detrended(values)[150:-150])) < 0.2


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("length", [17, 50, 90])
def test_an_order_that_comes_again_is_found_at_its_period(length: int, missing: bool) -> None:
    random = np.random.default_rng(length)
    size = 6 * length
    values = np.tile(random.normal(size=length), 6) + 0.3 * random.normal(size=size)
    values += 8.0 / np.sqrt(np.arange(size) + 1.0)
    if missing:
        values[random.integers(0, size, size // 10)] = math.nan
    assert periodicity(values, length) > 0.6
    assert periodicity(values, length + 1) > 0.6
    assert periodicity(values, length // 2 + 5) < 0.45
    found = dominant_period(values, 5, 2 * length + 9)
    assert found is not None
    assert found[0] == length


def test_no_period_in_falling_noise() -> None:
    found, highest = 0, []
    for seed in range(40):
        values = persistent(seed, 600, 0.6 * (seed % 2)) + 8.0 / np.sqrt(np.arange(600) + 1.0)
        highest.append(periodicity(values, 100))
        found += dominant_period(values, 20, 200) is not None
    assert max(highest) < 0.4
    assert found <= 4


@pytest.mark.parametrize("values", [[], [1.0], [1.0, 2.0], [4.0] * 30, [math.nan] * 9])
@pytest.mark.filterwarnings("error")
def test_little_or_nothing_has_no_autocorrelation(values: list[float]) -> None:
    if len(values) != 2:
        assert autocorrelation(values) == 0.0
        assert long_run_variance(values) == 0.0
    assert periodicity(values, 5) == 0.0
    assert dominant_period(values, 2, 10) is None
    assert effective_points(values, independent=False) == float(np.isfinite(values).sum())


@pytest.mark.filterwarnings("error")
@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=60), st.integers(-1, 40))
@settings(max_examples=200)
def test_any_numbers_give_an_answer_and_no_warning(values: list[float], lag: int) -> None:
    assert -1.0 - 1e-9 <= autocorrelation(values, lag) <= 1.0 + 1e-9
    assert 0.0 <= effective_points(values, independent=False) <= len(values)
    assert long_run_variance(values) >= 0.0
    assert -1.0 <= periodicity(values, lag) <= 1.0
    dominant_period(values, 2, lag)


@pytest.mark.parametrize("r", [0.0, 0.5, 0.9])
def test_a_long_series_on_a_course_is_worth_as_much_as_its_noise_says(r: float) -> None:
    draw, size = np.random.default_rng(7), 60_000
    noise = np.empty(size)
    noise[0] = 0.0
    for place, push in enumerate(draw.standard_normal(size - 1).tolist(), start=1):
        noise[place] = r * noise[place - 1] + push
    course = np.sin(np.arange(size) / size) - 5e-4 * np.arange(size)
    assert effective_points(course + noise, independent=False) == pytest.approx(size * (1 - r) / (1 + r), rel=0.1)
