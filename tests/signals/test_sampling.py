"""What must survive thinning, for any series; the columns compared with a plain loop."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from traindx.signals.sampling import buckets, thin

series = st.lists(st.one_of(st.floats(-1e6, 1e6), st.sampled_from([math.nan, math.inf])), max_size=200)


@pytest.mark.filterwarnings("error")
@given(series, st.integers(0, 60))
def test_thinning_keeps_the_ends_the_extremes_and_what_is_broken(values: list[float], points: int) -> None:
    y = np.array(values, dtype=float)
    x, kept = thin(np.arange(y.size), y, points)
    assert x.size == kept.size <= max(5, points)
    assert np.all(np.diff(x) > 0)
    np.testing.assert_array_equal(kept, y[x.astype(int)])
    if y.size:
        assert {0, y.size - 1} <= set(x.astype(int).tolist())
    good = y[np.isfinite(y)]
    if good.size:
        assert kept[np.isfinite(kept)].min() == good.min()
        assert kept[np.isfinite(kept)].max() == good.max()
    if good.size < y.size:
        assert not np.isfinite(kept).all()


def test_every_spike_of_a_long_series_stays() -> None:
    y = np.random.default_rng(1).normal(size=1_000_000)
    places = np.arange(5_000, 1_000_000, 100_000)
    y[places] = 100.0
    y[places + 9] = math.nan
    x, kept = thin(np.arange(y.size), y, 2000)
    assert x.size <= 2000
    assert x[kept == 100.0].tolist() == places.tolist()
    assert x[np.isnan(kept)].tolist() == (places + 9).tolist()


@pytest.mark.filterwarnings("error")
@given(series, st.integers(0, 40))
def test_a_column_shows_what_is_farthest_from_its_median(values: list[float], width: int) -> None:
    found = buckets(values, width)
    assert found.size == min(len(values), width)
    parts = np.array_split(np.array(values, dtype=float), max(1, found.size))
    for column, part in zip(found, parts, strict=False):
        if not np.isfinite(part).all():
            assert math.isnan(column)
        else:
            distance = np.abs(part - np.median(part))
            assert column in part
            assert abs(column - np.median(part)) == pytest.approx(distance.max())


def test_one_point_of_a_million_is_seen() -> None:
    values = np.zeros(1_000_000)
    values[123_456] = -3.0
    assert buckets(values, 60).min() == -3.0
