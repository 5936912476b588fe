from __future__ import annotations

import numpy as np
import pytest

from traindx.signals.shifts import upward_shifts


def noise(seed, size=600):
    return np.random.default_rng(seed).normal(0.0, 0.1, size)


def test_a_step_up_is_found_at_its_place():
    for seed in range(20):
        values = noise(seed)
        values[300:] += 1.0
        (one,) = upward_shifts(values)
        assert one.place == 300
        assert one.new_level - one.level == pytest.approx(1.0, abs=0.15)


def test_noise_steps_down_spikes_and_slopes_are_no_shifts():
    for seed in range(20):
        assert upward_shifts(noise(seed)) == []
        assert upward_shifts(noise(seed) - np.where(np.arange(600) < 300, 0.0, 1.0)) == []
        spike = noise(seed)
        spike[300:304] += 3.0
        assert upward_shifts(spike) == []
        assert upward_shifts(noise(seed) + np.arange(600) / 100.0) == []


def test_later_values_change_nothing():
    values = noise(1)
    values[300:] += 1.0
    assert upward_shifts(values[:310]) == upward_shifts(values)
    assert upward_shifts(values[:309]) == []


def test_short_constant_and_empty_series_have_none():
    assert upward_shifts([]) == []
    assert upward_shifts([1.0] * 100) == []
    assert upward_shifts([0.0, 1.0]) == []
