import numpy as np
import pytest

from traindx.reports.page import cells
from traindx.reports.sparkline import ASCII, BLOCKS, Axis, marks, sparkline, sparklines
from traindx.schema import Series


def line(values, columns=40, *, steps=None, unicode=True):
    series = Series.of("train/loss", range(len(values)) if steps is None else steps, values)
    return sparkline(series, Axis.of([series], columns), unicode=unicode)


def test_a_fall_goes_down_all_the_steps():
    assert line(np.linspace(8, 1, 8)) == "█▇▆▅▄▃▂▁"
    assert line(np.linspace(8, 1, 8), unicode=False) == "#*+=-:._"
    assert len(BLOCKS) == len(ASCII) == 8


def test_no_wider_than_its_points_or_its_columns():
    assert len(line([1, 2, 3])) == 3
    assert len(line(np.arange(1000.0))) == 40
    assert line([1.0]) == "▅"
    assert line([]) == " "


def test_a_flat_curve_is_drawn_flat_whatever_its_level():
    for level in (0.0, 1.0, 2.303, 1e-9, -5.0, 1e300):
        assert len(set(line([level] * 100))) == 1
    noise = 2.303 + np.random.default_rng(0).normal(0, 0.002, 1000)
    assert set(line(noise)) <= set("▄▅")


def test_a_single_spike_is_seen_and_does_not_flatten_the_rest():
    values = np.linspace(2, 1, 4000)
    values[2000] = 500.0
    drawn = line(values)
    assert drawn.count("█") >= 1
    assert drawn[20] == "█"
    assert len(set(drawn)) >= 7


def test_noise_is_drawn_by_its_middle():
    drawn = line(np.linspace(2, 1, 4000) + np.random.default_rng(1).normal(0, 0.1, 4000))
    heights = [BLOCKS.index(mark) for mark in drawn]
    assert max(np.diff(heights)) <= 1  # no column jumps up, though single values do


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_one_value_that_is_not_finite_marks_its_column(bad):
    values = np.linspace(2, 1, 4000)
    values[1234] = bad
    drawn = line(values)
    assert drawn.count("x") == 1
    assert drawn[12] == "x"
    assert set(line([bad] * 50)) == {"x"}


def test_curves_share_their_steps():
    train = Series.of("train/loss", range(100), np.arange(100.0))
    val = Series.of("val/loss", [50, 99], [1.0, 2.0])
    axis = Axis.of([train, val], 20)
    assert sparkline(val, axis) == " " * 10 + "▁" * 9 + "█"


def test_steps_may_stand_in_any_order_and_twice():
    assert line([3, 1, 2], steps=[30, 10, 20]) == line([1, 2, 3])
    assert len(line([1, 2, 3], steps=[5, 5, 5])) == 3


@pytest.mark.parametrize("values", [[1e308, -1e308], [1.7e308] * 9, [5e-324, 0.0], [-1e308, 0, 1e308] * 50])
def test_the_ends_of_the_number_range_are_drawn_without_a_warning(values):
    assert "x" not in line(values)


def test_marks_stand_under_their_steps_and_never_touch():
    axis = Axis(0, 1000, 40)
    told = marks([100, 500, 520, 990, 2000], axis, 40)
    assert told.index("^100") == 4
    assert told.index("^500") == 20
    assert "520" not in told
    assert told.endswith("990^")
    assert "2000" not in told
    assert len(told) <= 40


def test_the_table_shows_every_series(make):
    told = sparklines(make["a_run"](), width=80)
    rows = told.split("\n")
    assert rows[:2] == ["runs/exp7", "transformers log, 3 series, steps 10-5000, finished"]
    assert [row.split("  ")[0] for row in rows[-3:]] == ["train/loss", "lr", "grad/norm"]
    assert "3e-4 -> 3e-4" in rows[-2]
    assert rows[-1].endswith("500")


def test_the_table_fits_and_is_harmless(answer):
    for width in (60, 80, 120):
        for unicode in (True, False):
            told = sparklines(answer.run, width=width, unicode=unicode)
            assert max(cells(row) for row in told.split("\n")) <= width
            assert unicode or told.isascii()
            assert not [char for char in told if not char.isprintable() and char != "\n"]


def test_the_table_counts_what_is_not_finite(make):
    series = {"val/loss": Series.of("val/loss", [1, 2, 30], [1.0, np.nan, np.inf])}
    told = sparklines(make["a_run"](series=series))
    assert told.endswith("x  val/loss: 2 values are not finite, the first at step 2")


def test_a_thousand_series_end_somewhere(make):
    series = {f"m{place}": Series.of(f"m{place}", [1, 2], [1, 2]) for place in range(1000)}
    told = sparklines(make["a_run"](series=series))
    assert told.endswith("and 800 more series")


def test_two_curves_on_one_scale():
    high, low = (
        Series.of("train/loss", range(20), values) for values in (np.linspace(8, 7, 20), np.linspace(2, 1, 20))
    )
    axis = Axis.of([high, low], 40)
    assert set(sparkline(high, axis, beside=low)) <= set("▇█")
    assert set(sparkline(low, axis, beside=high)) <= set("▁▂")
    assert sparkline(low, axis, beside=low) == sparkline(low, axis)
