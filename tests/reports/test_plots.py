import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from traindx.reports.plots import loss_curve, rate_against_loss
from traindx.schema import Series


def letters(path):
    """All text of an SVG."""
    return " | ".join(node.text or "" for node in ET.parse(path).iter() if node.tag.endswith("}text"))


def drawn(make, path, series, **fields):
    assert loss_curve(make["a_run"](series=series, **fields), str(path))
    return letters(path)


def test_a_png_of_a_sensible_size(make, tmp_path):
    path = tmp_path / "loss.png"
    assert loss_curve(make["a_problem"](), str(path))
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    assert 900 <= width <= 1600
    assert 400 <= height <= 1000
    assert len(data) < 500_000


def test_findings_are_marked_and_told(make, tmp_path):
    path = tmp_path / "loss.svg"
    loss_curve(make["a_problem"](), str(path))
    told = letters(path)
    assert "1, 3" in told  # two findings begin at the same step
    assert "1  loss jumps to 19.0 (usually 2.01) at step 1410" in told
    assert "2  loss rises from step 2470 to the end" in told
    assert "training loss: 3 above the edge, up to 19.0" in told
    assert "rate 3e-4" not in told  # nothing to be alarmed by


def test_a_run_alone_has_no_findings(make, tmp_path):
    path = tmp_path / "loss.svg"
    assert loss_curve(make["a_run"](), str(path))
    assert "loss jumps" not in letters(path)


def test_what_is_not_finite_is_drawn_and_counted(make, tmp_path):
    values = np.linspace(2, 1, 300)
    values[200:], values[50] = np.nan, np.inf
    told = drawn(make, tmp_path / "a.svg", {"train/loss": Series.of("train/loss", range(300), values)})
    assert "training loss: 101 not finite" in told
    nothing = {"train/loss": Series.of("train/loss", range(5), [np.nan] * 5)}
    assert "training loss: 5 not finite" in drawn(make, tmp_path / "b.svg", nothing)


def test_the_average_is_told_from_the_raw_values(make, tmp_path):
    values = 1 + np.random.default_rng(0).normal(0, 0.1, 500)
    told = drawn(make, tmp_path / "a.svg", {"train/loss": Series.of("train/loss", range(500), values)})
    assert "training loss (moving average of 10, without jumps)" in told
    short = {"train/loss": Series.of("train/loss", range(20), values[:20])}
    assert "average" not in drawn(make, tmp_path / "b.svg", short)


def test_a_fast_fall_is_shown_whole(make, tmp_path):
    values = 0.05 + 2 * np.exp(-np.arange(1000) / 20)
    told = drawn(make, tmp_path / "a.svg", {"train/loss": Series.of("train/loss", range(1000), values)})
    assert "above the edge" not in told


def test_the_validation_set_that_a_finding_speaks_of_is_drawn(make, tmp_path):
    series = {
        name: Series.of(name, range(9), np.linspace(3, 1, 9)) for name in ("train/loss", "val/loss/a", "val/loss/b")
    }
    finding = make["a_finding"]("overfitting", "warning", "x", series="val/loss/b", first_step=4)
    loss_curve(make["a_problem"](run=make["a_run"](series=series), findings=[finding]), str(tmp_path / "a.svg"))
    assert "validation loss b" in letters(tmp_path / "a.svg")
    assert "validation loss a" not in letters(tmp_path / "a.svg")


def test_curves_differ_by_line_style_as_well_as_by_colour(make, tmp_path):
    path = tmp_path / "loss.svg"
    loss_curve(make["a_healthy"](), str(path))
    told = path.read_text()
    assert "validation loss" in letters(path)
    assert re.search(r"stroke-dasharray: \d[^\"]*stroke: #d55e00", told)
    assert re.search(r"<path [^>]*style=\"fill: none; stroke: #0072b2", told)


def test_the_rate_stands_below_the_loss(make, tmp_path):
    path = tmp_path / "rate.svg"
    assert rate_against_loss(make["a_healthy"](), str(path))
    assert "learning rate" in letters(path)
    assert rate_against_loss(make["a_healthy"]().run, str(tmp_path / "rate.png"))


def test_draws_nothing_where_there_is_nothing(make, tmp_path):
    path = tmp_path / "nothing.png"
    assert not loss_curve(make["a_run"](series={}), str(path))
    assert not rate_against_loss(make["a_run"](series={}), str(path))
    assert not rate_against_loss(make["an_inconclusive"](), str(path))
    assert not path.exists()


def test_draws_anything(answer, tmp_path):
    path = tmp_path / "loss.svg"
    if loss_curve(answer, str(path)):
        told = path.read_text(encoding="utf-8")
        assert "<script" not in told
        assert "javascript:" not in re.sub(r"(?s)<text.*?</text>", "", told)
        assert not [char for char in told if not char.isprintable() and char != "\n"]
        ET.fromstring(told)


@pytest.mark.parametrize(
    "values",
    [[5.0], [1e308, -1e308], [0.0] * 40, [-1.0, -2.0, -3.0], [1e-30, 1.0, 1e30], [np.inf, -np.inf], np.ones(20_000)],
    ids=["one", "largest", "zero", "negative", "decades", "infinite", "many"],
)
def test_stands_any_values(make, tmp_path, values):
    series = {"train/loss": Series.of("train/loss", range(len(values)), values), "lr": Series.of("lr", [0], [1e-3])}
    run = make["a_run"](series=series)
    assert loss_curve(run, str(tmp_path / "a.png"))
    assert rate_against_loss(run, str(tmp_path / "b.png"))


def test_the_same_picture_twice_is_the_same_file(make, tmp_path):
    for name in ("a.svg", "b.svg"):
        loss_curve(make["a_problem"](), str(tmp_path / name))
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def in_a_fresh_process(program, tmp_path):
    return subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True
    ).stdout


def test_leaves_the_matplotlib_of_the_user_as_it_is(tmp_path):
    program = """
import sys, matplotlib
names = [name for name in matplotlib.rcParams if name != "backend"]  # to read that one is to choose it
before = {name: matplotlib.rcParams[name] for name in names}
from traindx.reports.plots import loss_curve
from traindx.schema import Run, Series
run = Run("a", "a", "csv", series={"train/loss": Series.of("train/loss", range(3), [3, 2, 1])})
assert loss_curve(run, sys.argv[1] + "/a.png")
assert "matplotlib.pyplot" not in sys.modules
assert {name: matplotlib.rcParams[name] for name in names} == before
print("untouched")
"""
    assert in_a_fresh_process(program, tmp_path) == "untouched\n"


def test_without_matplotlib_it_says_how_to_install_it(tmp_path):
    program = """
import sys
sys.modules["matplotlib"] = None
from traindx.reports.plots import MissingExtra, loss_curve
from traindx.schema import Run, Series
run = Run("a", "a", "csv", series={"train/loss": Series.of("train/loss", range(3), [3, 2, 1])})
try:
    loss_curve(run, sys.argv[1] + "/a.png")
except MissingExtra as missing:
    print(missing)
"""
    said = in_a_fresh_process(program, tmp_path)
    assert "pip install 'traindx[plot]'" in said
    assert not list(tmp_path.iterdir())
