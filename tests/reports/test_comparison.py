import struct
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from traindx.reports.comparison import training_comparison
from traindx.schema import Series


def series(name, count=40, *, level=1.0, every=1):
    return Series.of(name, np.arange(count) * every, level * np.exp(-np.arange(count) / 20))


ALL = ("train/loss", "val/loss", "val/metric/accuracy", "lr", "grad/norm")


def run(make, *names, source="runs/a", level=1.0, **fields):
    return make["a_run"](source=source, series={name: series(name, level=level) for name in names}, **fields)


@pytest.fixture
def drawn(make, tmp_path):
    """All text of the picture, and its raw lines."""

    def draw(before, after):
        path = tmp_path / "two.svg"
        assert training_comparison(before, after, str(path))
        return " | ".join(node.text or "" for node in ET.parse(path).iter() if node.tag.endswith("}text"))

    return draw


def test_four_panels_and_both_names(make, drawn):
    told = drawn(run(make, *ALL), run(make, *ALL, source="runs/b", level=0.5))
    for words in ("Training loss, validation loss", "Validation accuracy", "Learning rate", "Gradient norm",
                  "before: runs/a", "after: runs/b", "before: validation loss"):  # fmt: skip
        assert words in told
    assert "not logged" not in told


def test_an_empty_panel_says_what_is_not_logged(make, drawn):
    told = drawn(run(make, "train/loss"), run(make, "train/loss"))
    for what in ("accuracy or another metric:", "learning rate:", "gradient norm:"):
        assert what in told
    assert told.count("not logged in either run") == 3


def test_a_curve_of_one_run_alone_names_the_other(make, drawn):
    told = drawn(run(make, "train/loss"), run(make, "train/loss", "lr"))
    assert "before: learning rate is not logged" in told
    assert "after: learning rate is not logged" not in told


def test_curves_differ_by_style_and_runs_by_colour(make, monkeypatch, tmp_path):
    seen = []
    import traindx.reports.comparison as module

    real = module.draw_curves
    monkeypatch.setattr(module, "draw_curves", lambda axes, lines, ink: (seen.append(lines), real(axes, lines, ink)))
    assert training_comparison(run(make, *ALL), run(make, *ALL), str(tmp_path / "two.png"))
    losses = seen[0]
    assert len({line.style for line in losses}) == 4
    assert len({line.color for line in losses}) == 2
    assert all(len({line.style for line in lines}) == len(lines) for lines in seen)


def test_a_metric_that_both_have_is_chosen(make, drawn):
    told = drawn(run(make, "val/metric/f1", "val/metric/other"), run(make, "val/metric/f1", "val/metric/accuracy"))
    assert "Validation f1" in told


def test_steps_and_epochs_meet_on_the_share_of_the_run(make, drawn):
    told = drawn(run(make, "train/loss"), run(make, "train/loss", unit="epoch"))
    assert "share of each run" in told
    assert "100 %" in told


def test_nothing_to_compare(make, tmp_path):
    path = tmp_path / "two.png"
    assert not training_comparison(run(make, "epoch"), run(make, "gpu/busy"), str(path))
    assert not path.exists()


def test_a_png_of_a_sensible_size_even_with_broken_values(make, tmp_path):
    path = tmp_path / "two.png"
    values = np.r_[np.linspace(2, 1, 30), [np.nan] * 10]
    broken = make["a_run"](series={"train/loss": Series.of("train/loss", range(40), values)})
    assert training_comparison(broken, run(make, *ALL), str(path))
    width, height = struct.unpack(">II", path.read_bytes()[16:24])
    assert 1000 <= width <= 1800
    assert 800 <= height <= 1300


def test_long_entries_leave_the_panels_their_room(make, monkeypatch, tmp_path):
    import traindx.reports.comparison as module

    kept = []
    real = module.save
    monkeypatch.setattr(
        module, "save", lambda figure, *rest, **words: (real(figure, *rest, **words), kept.append(figure))
    )
    noisy = np.random.default_rng(0).normal(1, 0.2, 6000)
    noisy[5900:] = np.nan
    many = {name: Series.of(name, range(6000), noisy) for name in (*ALL, "val/loss")}
    assert training_comparison(make["a_run"](series=many), make["a_run"](series=many), str(tmp_path / "two.png"))
    widths = [axes.get_position().width for axes in kept[0].axes]
    assert min(widths) > 0.4
    words = [text.get_text() for axes in kept[0].axes for text in axes.get_legend().get_texts()]
    assert "before: training loss, mean of 120" in words
    assert "before: training loss: 100 not finite" in words
