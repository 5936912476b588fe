from __future__ import annotations

import numpy as np
import pytest

from traindx.signals.levels import course, straightness, trend


def test_the_error_is_that_of_a_block_mean_whether_neighbours_agree_or_not():
    rng = np.random.default_rng(0)
    for r in (0.0, 0.8):
        means = []
        for _ in range(60):
            fresh = rng.normal(0, 1, 600)
            values = np.empty(600)
            state = 0.0
            for place in range(600):
                state = r * state + np.sqrt(1 - r * r) * fresh[place]
                values[place] = state
            means.append((course(values, 10).levels[4], course(values, 10).error))
        spread = np.std([mean for mean, _ in means])
        assert np.median([error for _, error in means]) == pytest.approx(spread, rel=0.45)


def test_a_bend_is_no_noise():
    assert course(4.0 * np.exp(-np.arange(300) / 30.0), 10).error < 0.02


def test_short_series_are_taken_as_they_are():
    assert course([3.0, 2.0, 1.0]).levels.tolist() == [3.0, 2.0, 1.0]
    assert course([]).levels.size == 0
    assert course(np.arange(9.0), 10).levels.size == 4


def test_a_line_is_straight_and_a_step_is_less_so():
    slope, share = straightness([5.0, 4.0, 3.0, 2.0])
    assert slope == pytest.approx(-1.0)
    assert share == pytest.approx(1.0)
    assert straightness([5.0, 5.0, 5.0, 2.0, 2.0, 2.0])[1] < 0.85
    assert straightness([1.0, 1.0, 1.0]) == (0.0, 0.0)


def test_the_error_of_a_trend_is_its_spread_over_many_series():
    rng = np.random.default_rng(1)
    changes = [trend(rng.normal(0.0, 0.5, 10), 0.5) for _ in range(400)]
    assert np.std([change for change, _ in changes]) == pytest.approx(changes[0][1], rel=0.15)
    assert trend([3.0, 2.0, 1.0], 0.1)[0] == pytest.approx(-2.0)
    assert trend([1.0, 2.0], 0.1) == (0.0, np.inf)
