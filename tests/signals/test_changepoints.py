"""Compared with ruptures; false alarms and power counted on persistent noise."""

import math

import numpy as np
import pytest
import ruptures
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.signal import lfilter

from traindx.signals import changepoints as module
from traindx.signals.changepoints import changepoints, level_shift


def persistent(random: np.random.Generator, size: int, r: float) -> NDArray[np.float64]:
    shocks = random.normal(size=size + 200) * math.sqrt(1.0 - r * r)
    return np.asarray(lfilter([1.0], [1.0, -r], shocks)[200:])


def cost(values: NDArray[np.float64], cuts: list[int], price: float) -> float:
    parts = np.split(values, cuts)
    return sum(float(((part - part.mean()) ** 2).sum()) for part in parts) + price * len(cuts)


@pytest.mark.parametrize("seed", range(8))
def test_no_segmentation_of_ruptures_is_cheaper(seed: int) -> None:
    random = np.random.default_rng(seed)
    values = random.normal(size=150) + np.repeat(random.normal(0.0, 3.0, 5), 30)
    for price in (2.0, 15.0, 60.0):
        ours = module._partition(values, price, 10)
        theirs = ruptures.Pelt(model="l2", min_size=10, jump=1).fit(values).predict(pen=price)[:-1]
        assert cost(values, ours, price) <= cost(values, theirs, price) + 1e-9
        assert min(np.diff([0, *ours, 150])) >= 10
    assert ours == theirs


@pytest.mark.parametrize(("r", "most"), [(0.0, 0.0), (0.6, 0.05), (0.9, 0.1)])
def test_persistent_noise_has_no_change(r: float, most: float) -> None:
    random = np.random.default_rng(11)
    series = [persistent(random, 500, r) for _ in range(80)]
    assert np.mean([len(changepoints(values)) for values in series]) <= most
    assert np.mean([level_shift(values) is not None for values in series]) <= most


@pytest.mark.parametrize(("r", "shift", "least"), [(0.0, 2.0, 1.0), (0.6, 2.0, 0.85), (0.9, 4.0, 0.7)])
def test_a_shift_is_found_where_it_is(r: float, shift: float, least: float) -> None:
    random = np.random.default_rng(12)
    found = 0
    for _ in range(40):
        values = persistent(random, 500, r) + shift * (np.arange(500) >= 250)
        found += any(abs(cut - 250) <= 20 for cut in changepoints(values))
    assert found / 40 >= least


def test_several_levels_are_found_together() -> None:
    values = np.random.default_rng(13).normal(size=500) + 4.0 * np.repeat([0, 1, 0, 1, 0], 100)
    found = changepoints(values)
    assert len(found) == 4
    assert np.abs(np.array(found) - [100, 200, 300, 400]).max() <= 3


def test_the_best_shift_is_told_with_its_levels() -> None:
    values = 5.0 + np.random.default_rng(14).normal(0.0, 0.1, 300)
    values[120:] -= 1.0
    values[::50] = math.nan
    found = level_shift(values)
    assert found is not None
    index, before, after, z = found
    assert abs(index - 120) <= 1
    assert before == pytest.approx(5.0, abs=0.05)
    assert after == pytest.approx(4.0, abs=0.05)
    assert z > 20.0


def test_a_step_without_noise_is_a_change() -> None:
    values = [2.0] * 30 + [2.5] * 40
    assert changepoints(values) == [30]
    found = level_shift(values)
    assert found is not None
    assert found[:3] == (30, pytest.approx(2.0), pytest.approx(2.5))


def test_a_long_series_is_judged_by_its_blocks() -> None:
    values = np.random.default_rng(15).normal(size=200_000)
    values[70_000:] += 1.0
    (cut,) = changepoints(values)
    assert abs(cut - 70_000) <= 400
    found = level_shift(values)
    assert found is not None
    assert abs(found[0] - 70_000) <= 400


@pytest.mark.parametrize(
    "values", [[], [1.0], [1.0, 2.0], [3.1] * 60, [3.1] * 3001, [math.nan] * 60, [0.0] * 5 + [9.0] * 4]
)
@pytest.mark.filterwarnings("error")
def test_too_little_or_a_constant_has_no_change(values: list[float]) -> None:
    assert changepoints(values) == []
    assert level_shift(values) is None


@pytest.mark.filterwarnings("error")
@given(st.lists(st.floats(), max_size=60), st.integers(-1, 12))
@settings(max_examples=100)
def test_any_numbers_give_an_answer_and_no_warning(values: list[float], shortest: int) -> None:
    assert all(0 < cut < len(values) for cut in changepoints(values, shortest=shortest))
    level_shift(values, shortest=shortest)
