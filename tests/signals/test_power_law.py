"""Compared with scipy.optimize on the same loss, and with curves whose floor is known by construction."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from traindx.signals.power_law import power_law

T = np.arange(1.0, 251.0)


@pytest.mark.parametrize(("floor", "amplitude", "exponent"), [(1.0, 4.0, 0.5), (0.2, 2.0, 1.0), (3.0, 8.0, 0.25)])
def test_a_clean_curve_gives_back_its_law(floor: float, amplitude: float, exponent: float) -> None:
    fit = power_law(T, floor + amplitude * T**-exponent)
    assert fit is not None
    assert fit.floor == pytest.approx(floor, rel=0.02)
    assert fit.exponent == pytest.approx(exponent, rel=0.03)
    assert fit.amplitude == pytest.approx(amplitude, rel=0.03)
    assert fit.gain == pytest.approx(amplitude * (250.0**-exponent - 500.0**-exponent), rel=0.02)
    assert fit.at(1000.0) == pytest.approx(floor + amplitude * 1000.0**-exponent, rel=0.01)


@pytest.mark.parametrize("seed", range(6))
def test_agrees_with_a_general_optimizer(seed: int) -> None:
    random = np.random.default_rng(seed)
    y = 1.0 + 3.0 * T ** -random.uniform(0.3, 1.0) + random.normal(0.0, 0.05, T.size)
    fit = power_law(T, y)
    assert fit is not None

    def residual(p: np.ndarray) -> np.ndarray:
        return p[0] + p[1] * T ** -math.exp(p[2]) - y

    scale = 1.345 * fit.residual_sd
    starts = [(y.min(), 3.0, math.log(a)) for a in (0.1, 0.4, 1.2)]
    runs = [optimize.least_squares(residual, start, loss="huber", f_scale=scale) for start in starts]
    best = min(runs, key=lambda run: run.cost)
    for t in (1.0, 10.0, 250.0, 500.0):
        expected = best.x[0] + best.x[1] * t ** -math.exp(best.x[2])
        assert fit.at(t) == pytest.approx(expected, abs=0.02)
    assert fit.residual_sd == pytest.approx(0.05, rel=0.25)


def test_spikes_do_not_bend_it() -> None:
    random = np.random.default_rng(1)
    y = 1.0 + 4.0 * T**-0.5 + random.normal(0.0, 0.02, T.size)
    y[random.integers(50, 250, 12)] += 5.0
    fit = power_law(T, y)
    assert fit is not None
    assert fit.at(500.0) == pytest.approx(1.0 + 4.0 * 500.0**-0.5, abs=0.05)


def test_the_floor_keeps_its_bound() -> None:
    y = -2.0 + 4.0 * T**-0.1
    free, bound = power_law(T, y), power_law(T, y, lowest=0.0)
    assert free is not None
    assert bound is not None
    assert free.floor < -1.0
    assert bound.floor >= 0.0


def test_a_flat_noisy_series_promises_nothing() -> None:
    fit = power_law(T, 2.0 + np.random.default_rng(2).normal(0.0, 0.1, T.size))
    assert fit is not None
    assert abs(fit.gain) < 0.05


def test_a_long_series_is_as_good() -> None:
    t = np.arange(1.0, 200_001.0)
    y = 0.5 + 10.0 * t**-0.4 + np.random.default_rng(3).normal(0.0, 0.3, t.size)
    fit = power_law(t[1000:], y[1000:])
    assert fit is not None
    assert fit.at(400_000.0) == pytest.approx(0.5 + 10.0 * 400_000.0**-0.4, abs=0.03)


def test_too_little_has_no_law() -> None:
    assert power_law([], []) is None
    assert power_law(T[:7], T[:7]) is None
    assert power_law(T, np.full(T.size, 3.0)) is None
    assert power_law(-T, T) is None


@pytest.mark.filterwarnings("error")
@given(st.lists(st.tuples(st.floats(), st.floats()), max_size=30), st.sampled_from([None, 0.0]))
@settings(max_examples=100)
def test_any_numbers_give_an_answer_and_no_warning(pairs: list[tuple[float, float]], lowest: float | None) -> None:
    power_law([a for a, _ in pairs], [b for _, b in pairs], lowest=lowest)
