"""Compared with SciPy and numpy.corrcoef."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from traindx.signals.correlation import pearson, spearman

levels = st.one_of(st.integers(-5, 5).map(float), st.floats(-1e3, 1e3).map(lambda v: round(v, 3)))
pairs_of_levels = st.lists(st.tuples(levels, levels), min_size=3, max_size=40)


@given(pairs_of_levels)
def test_agrees_with_scipy(pairs: list[tuple[float, float]]) -> None:
    x, y = np.array(pairs).T
    if np.ptp(x) == 0.0 or np.ptp(y) == 0.0:
        assert pearson(x, y) == spearman(x, y) == 0.0
    else:
        assert pearson(x, y) == pytest.approx(np.corrcoef(x, y)[0, 1], abs=1e-9)
        assert spearman(x, y) == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-9)


def test_a_rising_relation_is_one_in_ranks_and_a_wild_pair_does_not_matter() -> None:
    x = np.linspace(0.0, 10.0, 50)
    assert spearman(x, np.exp(x)) == pytest.approx(1.0)
    assert pearson(x, np.exp(x)) < 0.8
    assert pearson(x, -2.0 * x) == pytest.approx(-1.0)
    y = x.copy()
    y[0] = 1e6
    assert pearson(x, y) < 0.0
    assert spearman(x, y) > 0.8


def test_pairs_with_a_hole_are_left_out() -> None:
    assert spearman([1.0, 2.0, math.nan, 4.0], [1.0, 2.0, -9.0, math.inf]) == pytest.approx(1.0)


@pytest.mark.filterwarnings("error")
@given(st.lists(st.tuples(st.floats(), st.floats()), max_size=30))
@settings(max_examples=200)
def test_any_numbers_give_an_answer_and_no_warning(pairs: list[tuple[float, float]]) -> None:
    x, y = [a for a, _ in pairs], [b for _, b in pairs]
    assert -1.0 <= pearson(x, y) <= 1.0
    assert -1.0 <= spearman(x, y) <= 1.0
