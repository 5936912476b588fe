from __future__ import annotations

import numpy as np
import pytest

from traindx.signals.bursts import bursts, leaps
from traindx.testing import noise

DESCENT = np.log(0.5 + 1.8 * np.exp(-np.arange(16) / 3.0))


def test_one_point_of_sixteen():
    values = DESCENT + noise(1, 16, 0.02)
    values[9] += np.log(8.0)
    (one,) = bursts(values, rise=0.7)
    assert (one.place, one.last, one.known) == (9, 9, 10)
    assert one.value == values[9]


@pytest.mark.parametrize("sd", [0.02, 0.2, 0.6])
def test_noise_is_none(sd):
    assert sum(bool(bursts(noise(seed, 100, sd), rise=0.7)) for seed in range(200)) <= 1


def test_a_descent_a_level_that_stays_and_the_last_point_are_none():
    assert bursts(DESCENT, rise=0.7) == []
    assert bursts(np.where(np.arange(40) < 20, 0.0, 2.0), rise=0.7) == []
    assert bursts(np.where(np.arange(20) < 19, 0.0, 2.0), rise=0.7) == []
    assert bursts([], rise=0.7) == bursts([1.0], rise=0.7) == []


def test_a_row_of_them_is_told_one_by_one():
    values = DESCENT.copy()
    values[[5, 9, 13]] += 2.2
    assert [one.place for one in bursts(values, rise=0.7)] == [5, 9, 13]


@pytest.mark.parametrize("seed", range(5))
def test_what_a_prefix_has_told_stays(seed):
    values = noise(seed, 60, 0.05)
    values[[20, 21, 40]] += 2.0
    whole = bursts(values, rise=0.7)
    assert len(whole) == 2
    for end in range(60):
        assert bursts(values[: end + 1], rise=0.7) == [one for one in whole if one.known <= end]


def test_leaps_before_anything_is_usual():
    assert [one.place for one in leaps([0.9, 0.7, 0.6, 0.55, 20.7, 0.6, 0.5])] == [4]
    assert [(one.place, one.known) for one in leaps([7.3, 87.0, 7.3, 10.2, 86.0, 17.0])] == [(1, 5), (4, 5)]
    assert leaps([0.9, 20.0, 0.8]) == leaps([]) == []


def test_what_was_usual_is_the_median_of_the_values_before() -> None:
    from traindx.signals.bursts import MEMORY, NEAR, _usual

    draw = np.random.default_rng(0)
    for size in range(4, 60):
        before = draw.normal(size=size)
        plain = [np.median(before[max(0, place - NEAR) : place]) for place in range(1, size)]
        assert _usual(before).tolist() == plain[-MEMORY:]
