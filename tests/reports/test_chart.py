import json
import re
import time
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from traindx.reports.chart import HEIGHT, LEFT, RIGHT, WIDTH, Band, _names, curve, ticks
from traindx.schema import Series


def drawn(values, *, bands=(), points=2000, steps=None):
    steps = range(len(values)) if steps is None else steps
    series = Series.of("train/loss", steps, values)
    ends = (int(series.steps.min()), int(series.steps.max()))
    svg, data = curve(series, bands, label="loss", span=ends, points=points)
    return ElementTree.fromstring(svg), json.loads(json.dumps(data, allow_nan=False))


def path(svg, name):
    found = svg.find(f"path[@class='{name}']")
    return "" if found is None else found.get("d")


FALL = 2 * np.exp(-np.arange(300) / 80) + 0.5


def test_the_points_are_the_series():
    _, data = drawn(FALL)
    assert data["x"] == list(range(300))
    assert data["y"] == pytest.approx(FALL, rel=1e-5)


def test_a_spike_of_one_point_and_one_nan_survive_a_million():
    values = np.full(1_000_000, 2.0) + np.random.default_rng(0).normal(0, 0.1, 1_000_000)
    values[123_456], values[700_001] = 19.0, np.nan
    began = time.process_time()
    svg, data = drawn(values)
    assert time.process_time() - began < 5
    assert len(data["x"]) <= 2000
    assert 123_456 in data["x"]
    assert data["y"][data["x"].index(700_001)] == "NaN"
    assert path(svg, "broken").count("z") == 1
    assert len(json.dumps(data)) < 80_000


def test_triangles_for_what_is_not_finite_and_a_gap_in_the_line():
    svg, data = drawn([1, 2, np.nan, 2, np.inf, -np.inf, 1])
    assert data["y"] == [1, 2, "NaN", 2, "Infinity", "-Infinity", 1]
    assert path(svg, "broken").count("z") == 3
    assert path(svg, "raw").count("M") == 3


def test_smoothing_happens_before_thinning():
    rng = np.random.default_rng(3)
    values = rng.normal(5, 1, 100_000)
    _, data = drawn(values, points=500)
    for width, smooth in zip(data["w"], data["s"], strict=True):
        assert np.std(smooth) < 2.5 / np.sqrt(width)  # of extremes alone it would be far from the mean, or wide
        assert np.mean(smooth) == pytest.approx(5, abs=0.02)


def test_a_climb_of_decades_gets_a_logarithmic_scale():
    assert drawn(np.r_[FALL, 1e6])[1]["log"]
    assert not drawn(FALL)[1]["log"]
    assert not drawn(np.r_[FALL - 1, 1e6])[1]["log"]


def test_bands_lie_where_their_steps_are():
    svg, data = drawn(FALL, bands=[Band("b0-0", "error", 0, 299, "<&>"), Band("b0-1", "info", 150, 150, "x")])
    wide, narrow = svg.findall("rect")
    assert float(wide.get("width")) == pytest.approx(WIDTH - LEFT - RIGHT + 3, abs=0.2)
    assert wide.find("title").text == "<&>"
    middle = LEFT + (WIDTH - LEFT - RIGHT) * 150 / 299
    assert float(narrow.get("x")) < middle < float(narrow.get("x")) + float(narrow.get("width"))
    assert data["bands"] == [["b0-0", 0, 299], ["b0-1", 150, 150]]


ODD = {
    "empty-range": [3.0] * 20,
    "one": [1.0],
    "all-nan": [np.nan] * 5,
    "largest": [-1.7976931348623157e308, 1.7976931348623157e308, 0.0],
    "smallest": [5e-324, 1.0, 5e-324] * 9,
    "decades": [10.0 ** (power % 600 - 300) for power in range(3000)],
    "subnormal-range": [1.0, 1.0 + 2e-16] * 9,
    "zero": [0.0] * 3,
}


@pytest.mark.parametrize("values", ODD.values(), ids=list(ODD))
def test_any_numbers_stay_inside_the_picture(values):
    svg, _ = drawn(values)
    for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path(svg, "raw")):
        assert LEFT <= float(x) <= WIDTH
        assert 0 <= float(y) <= HEIGHT
    text = ElementTree.tostring(svg, encoding="unicode")
    assert not re.search(r'"-?(nan|inf)', text)


def test_steps_out_of_order_are_sorted():
    _, data = drawn([3.0, 1.0, 2.0], steps=[30, 10, 20])
    assert (data["x"], data["y"]) == ([10, 20, 30], [1, 2, 3])


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (0.2, 2.4), (-3, 3), (1e-9, 3e-9), (0, 4999), (1, 1), (1e307, 1e308)]
)
def test_ticks_are_few_and_inside(low, high):
    found = ticks(low, high)
    assert 1 <= len(found) <= 10
    assert all(low <= one <= high for one in found)


def test_ticks_of_decades():
    assert ticks(0.5, 2e4, log=True) == [1, 100, 10_000]


@pytest.mark.parametrize(
    ("low", "high"), [(0.0021, 0.0024), (0.0098, 0.0104), (6751.2, 6751.9), (2e-6, 2.001e-6), (0, 3)]
)
def test_no_two_numbers_of_an_axis_are_the_same(low: float, high: float) -> None:
    names = _names(ticks(low, high))
    assert len(set(names)) == len(names) >= 3
    assert [float(name.replace(",", "")) for name in names] == pytest.approx(ticks(low, high), abs=1e-3 * (high - low))
