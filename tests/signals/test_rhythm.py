from __future__ import annotations

import numpy as np
import pytest

from traindx.signals.rhythm import rhythm
from traindx.testing import noise


@pytest.mark.parametrize(("points", "period"), [(16, 2.0), (16, 4.0), (14, 4.0), (60, 3.0), (80, 13.0)])
def test_a_swing_is_found_with_its_period_and_size(points, period):
    place = np.arange(points)
    wave = 0.4 * np.cos(2.0 * np.pi * place / period)
    found = rhythm(np.exp(-place / points / 0.1) + wave + noise(1, points, 0.03))
    assert found is not None
    assert found.period == pytest.approx(period, rel=0.1)
    assert found.size == pytest.approx(0.4, rel=0.25)


@pytest.mark.parametrize("points", [10, 16, 40, 90])
@pytest.mark.parametrize("r", [0.0, 0.8])
def test_noise_has_none(points, r):
    assert sum(rhythm(noise(seed, points, 0.3, r=r)) is not None for seed in range(100)) <= 2


def test_a_descent_a_constant_and_two_cycles_have_none():
    place = np.arange(30)
    assert rhythm(2.0 * np.exp(-place / 8.0) + noise(2, 30, 0.01)) is None
    assert rhythm(np.ones(30)) is None
    assert rhythm(np.sin(2.0 * np.pi * place / 15.0) + noise(2, 30, 0.05)) is None
    assert rhythm([]) is None
    assert rhythm([1.0, 2.0, 1.0]) is None
