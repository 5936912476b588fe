"""False alarms counted on series without a spike; found ones known by construction; prefixes replayed."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.signal import lfilter

from traindx.signals.spikes import Spike, spikes


def reference_heights(values: list[float], window: int, floor: float) -> list[float]:
    """The definition, one point at a time."""
    residuals: list[float] = [0.0]
    heights = [0.0]
    for place in range(1, len(values)):
        usual = float(np.median(values[max(0, place - window) : place]))
        spread = stats.median_abs_deviation(residuals[-200:] + [-r for r in residuals[-200:]], scale="normal")
        heights.append((values[place] - usual) / max(float(spread), floor))
        residuals.append(values[place] - usual)
    return heights


def test_heights_are_those_of_the_definition() -> None:
    values = np.random.default_rng(1).normal(size=600)
    values[[100, 300, 301, 500]] += 15.0
    heights = reference_heights(values.tolist(), 51, 0.01)
    found = spikes(values)
    assert [s.index for s in found] == [100, 300, 500]
    assert found[1].last == 301
    for spike in found:
        assert spike.z == pytest.approx(max(heights[spike.index : spike.last + 1]))
        assert spike.value == values[spike.index : spike.last + 1].max()


@pytest.mark.parametrize("r", [0.0, 0.6, 0.9])
def test_logarithms_of_healthy_losses_have_no_spike(r: float) -> None:
    random = np.random.default_rng(2)
    found = 0
    for _ in range(20):
        course = np.log(8.0 / np.sqrt(np.arange(1000) + 1.0) + 0.5)
        found += len(spikes(course + lfilter([1.0], [1.0, -r], random.normal(size=1000))))
    assert found == 0


def test_raw_lognormal_losses_would_have_many() -> None:
    values = np.exp(np.random.default_rng(3).normal(size=1000))
    assert len(spikes(values)) > 5
    assert spikes(np.log(values)) == []


def test_a_lasting_shift_is_one_spike_that_ends_when_it_has_become_usual() -> None:
    values = np.random.default_rng(4).normal(size=400)
    values[200:] += 30.0
    (spike,) = spikes(values)
    assert spike.index == 200
    assert 220 <= spike.last <= 226


def test_equal_values_need_a_jump_above_the_floor() -> None:
    values = np.full(100, 2.0)
    values[60] = 2.05
    assert spikes(values) == []
    values[60] = 2.2
    assert [(s.index, s.last, s.usual) for s in spikes(values)] == [(60, 60, 2.0)]


def test_a_gap_is_passed_over() -> None:
    values = np.random.default_rng(5).normal(size=200)
    values[[100, 102]] = 50.0
    values[101] = math.nan
    assert [(s.index, s.last) for s in spikes(values)] == [(100, 102)]


pieces = st.lists(
    st.one_of(st.floats(-1.0, 1.0), st.floats(-1.0, 1.0), st.floats(-1e3, 1e3), st.just(math.nan)),
    min_size=31,
    max_size=150,
)


@given(pieces, st.integers(0, 150))
@settings(max_examples=150)
def test_a_spike_of_a_prefix_stands_in_the_whole(values: list[float], cut: int) -> None:
    whole: dict[int, Spike] = {spike.index: spike for spike in spikes(values)}
    for spike in spikes(values[:cut]):
        later = whole[spike.index]
        assert later.usual == spike.usual
        assert later.last >= spike.last
        assert later.z >= spike.z
        if any(math.isfinite(v) for v in values[spike.last + 1 : cut]):
            assert later == spike
    assert all(index >= cut or index in {s.index for s in spikes(values[:cut])} for index in whole)


@pytest.mark.filterwarnings("error")
@given(st.lists(st.floats(), max_size=60))
@settings(max_examples=150)
def test_any_numbers_give_an_answer_and_no_warning(values: list[float]) -> None:
    for spike in spikes(values, history=3):
        assert 0 <= spike.index <= spike.last < len(values)
