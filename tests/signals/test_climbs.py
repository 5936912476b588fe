from __future__ import annotations

import numpy as np
import pytest

from traindx.signals.climbs import first_climb
from traindx.signals.relative import scales


def climb(values, width=20):
    return first_climb(scales(values)[0], width, above_start=0.405, from_best=0.693, z=8.0)


def noisy(seed, size=400, sd=0.05):
    return np.exp(np.random.default_rng(seed).normal(0.0, sd, size))


def test_noise_falls_and_constants_do_not_climb():
    for width in (3, 20):
        assert sum(climb(noisy(seed, sd=0.1), width) is not None for seed in range(60)) == 0
        # Of 400 points whose noise is half of their size one in thirty runs begins with what looks like a climb.
        assert sum(climb(noisy(seed, sd=0.5), width) is not None for seed in range(60)) <= 4
        assert all(climb(np.geomspace(10.0, 0.1, 400) * noisy(seed), width) is None for seed in range(20))
    assert climb([1.0] * 50) is None
    assert climb([1.0]) is None


@pytest.mark.parametrize("width", [3, 20])
def test_a_climb_above_the_start_and_one_from_the_best(width):
    up = noisy(1) * np.exp(np.clip(np.arange(400) - 100, 0, None) / 60.0)
    found = climb(up, width)
    assert found.kind == "above-start"
    assert 90 <= found.onset <= found.known < 190
    back = noisy(1) * np.exp(np.abs(np.arange(400) - 200) / 60.0)
    found = climb(back, width)
    assert found.kind == "from-best"
    assert 180 <= found.onset <= found.known < 300


def test_ten_times_all_before_needs_two_points_and_a_steady_rise_ten():
    assert climb([1.0, 12.0]).known == 1
    assert climb([1.0, 12.0, 1.0]) is None
    assert climb(np.linspace(1.0, 1.15, 10)).known == 9


def test_later_values_move_nothing():
    up = noisy(1) * np.exp(np.clip(np.arange(400) - 100, 0, None) / 60.0)
    found = climb(up)
    for size in (found.known + 1, found.known + 2, 300):
        early = climb(up[:size])
        assert (early.kind, early.onset, early.known) == (found.kind, found.onset, found.known)


def test_a_short_best_early_in_a_run_and_a_long_stay_above_it():
    rng = np.random.default_rng(2)
    early = np.array([2.3, 2.2, 1.2, 0.7, 0.8, 0.6, 0.9, 0.9, 0.8, 0.5])
    values = np.concatenate((early, 1.9 * np.exp(rng.normal(0.0, 0.15, 80))))
    found = climb(values)
    assert (found.kind, found.onset) == ("from-best", 9)
    assert found.known < 45


@pytest.mark.parametrize("seed", range(20))
def test_a_first_value_that_all_others_leave_far_below(seed):
    noise = np.random.default_rng(seed).normal(0.0, 0.2, 8)
    values = 35.0 * np.exp(np.clip(noise, -0.4, 0.4))
    values[0] = 7.37
    (scale,) = scales(values)
    found = first_climb(scale, 3, above_start=0.405, from_best=0.693, z=8.0)
    assert found is not None
    assert (found.kind, found.onset, found.known) == ("above-start", 1, 6)
    assert first_climb(scales(values[:6])[0], 3, above_start=0.405, from_best=0.693, z=8.0) is None
    assert first_climb(scale, 20, above_start=0.405, from_best=0.693, z=8.0) is None  # single batches


def test_a_first_value_that_is_low_by_chance():
    assert sum(climb(noisy(seed, size=12, sd=0.6), 3) is not None for seed in range(200)) <= 6
