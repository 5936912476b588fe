"""Pictures of layers: their names can be read, what is wrong is marked."""

import struct
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from traindx.reports.layer_plots import gradient_flow, layer_heat_maps, pictures
from traindx.reports.plots import LOUD
from traindx.schema import Diagnosis, Fact, Finding, Run, Series
from traindx.testing import HEALTHY, SICK


def letters(path):
    """All text of an SVG."""
    return " | ".join(node.text or "" for node in ET.parse(path).iter() if node.tag.endswith("}text"))


def size(path):
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", data[16:24])


def many(count: int) -> Run:
    names = [f"grad/norm/model.layers.{at}.mlp.down_proj.weight" for at in range(count)]
    return Run("r", "r.csv", "csv", series={one: Series.of(one, range(20), np.linspace(1, 2, 20)) for one in names})


def test_every_layer_is_named(tmp_path):
    run = HEALTHY["layers_of_a_transformer"](1)
    assert gradient_flow(run, str(tmp_path / "a.svg"))
    told = letters(tmp_path / "a.svg")
    assert all(layer in told for layer in run.layers("grad/norm"))
    assert "early: median of the first third" in told


@pytest.mark.parametrize("count", [5, 30, 120])
def test_a_row_each_however_many(tmp_path, count):
    assert gradient_flow(many(count), str(tmp_path / "a.png"))
    width, height = size(tmp_path / "a.png")
    assert width < 1300
    # Six points at 130 dots an inch are eleven: a row must have them.
    assert height >= 11 * count


def test_more_than_a_picture_holds(tmp_path):
    gradient_flow(many(1000), str(tmp_path / "a.svg"))
    assert "400 of 1000 layers" in letters(tmp_path / "a.svg")


def test_what_is_zero_or_not_finite_is_marked(tmp_path):
    gradient_flow(SICK["zero-gradients"]["a_layer_dies_on_the_way"](1), str(tmp_path / "a.svg"))
    assert "zero at the end" in letters(tmp_path / "a.svg")
    run = Run("r", "r.csv", "csv", series={
        f"grad/norm/{name}": Series.of(f"grad/norm/{name}", range(3), [1.0, np.nan, 0.0]) for name in "ab"
    })  # fmt: skip
    gradient_flow(run, str(tmp_path / "b.svg"))
    assert "not finite at some step" in letters(tmp_path / "b.svg")


def test_one_step(tmp_path):
    assert gradient_flow(SICK["gradient-imbalance"]["one_backward_pass_of_a_deep_net"](1), str(tmp_path / "a.svg"))
    assert "the one step" in letters(tmp_path / "a.svg")


def test_a_layer_that_a_finding_names_stands_out(tmp_path):
    finding = Finding(id="zero-gradients", severity="error", message="none", series="grad/norm/a", layer="a")
    series = {f"grad/norm/{name}": Series.of(f"grad/norm/{name}", range(3), [1.0, 2.0, 3.0]) for name in "ab"}
    run = Run("r", "r.csv", "csv", series=series)
    gradient_flow(Diagnosis(run=run, verdict="problem", findings=[finding]), str(tmp_path / "a.svg"))
    red = [node for node in ET.parse(tmp_path / "a.svg").iter() if LOUD["error"] in node.get("style", "")]
    assert [node.text for node in red if node.tag.endswith("text")] == ["a"]


def test_a_heat_map_for_each_quantity(tmp_path):
    run = HEALTHY["layers_of_a_transformer"](1)
    names = layer_heat_maps(run, str(tmp_path))
    assert names == ["grad_norm_by_layer.png", "update_ratio_by_layer.png", "weight_norm_by_layer.png"]
    assert all(size(tmp_path / name)[0] < 1300 for name in names)


def test_what_the_colours_mean(tmp_path):
    layer_heat_maps(SICK["zero-gradients"]["a_layer_dies_on_the_way"](1), str(tmp_path), ".svg")
    told = letters(tmp_path / "grad_norm_by_layer.svg")
    assert "zero" in told
    assert "gradient norm, logarithmic" in told


@pytest.mark.parametrize("values", [[0.0] * 4, [np.nan] * 4, [1e-300, 1e300, 1.0, 2.0], [-1.0, 1.0, 2.0, 3.0]])
def test_hard_numbers(tmp_path, values):
    series = {f"grad/norm/$_{name}": Series.of(f"grad/norm/$_{name}", range(4), values) for name in "ab"}
    assert gradient_flow(Run("r", "r.csv", "csv", series=series), str(tmp_path / "a.png"))
    assert layer_heat_maps(Run("r", "r.csv", "csv", series=series), str(tmp_path))


def test_a_folder_of_pictures(tmp_path, make):
    assert pictures(make["a_run"](), str(tmp_path)) == ["loss_curve.png", "lr_loss_correlation.png"]
    run = HEALTHY["a_frozen_backbone"](1)
    drawn = pictures(run, str(tmp_path))
    assert drawn[:2] == ["loss_curve.png", "gradient_flow.png"]
    assert all((tmp_path / name).exists() for name in drawn)


def test_a_moment_has_no_course(tmp_path):
    run = SICK["gradient-imbalance"]["one_backward_pass_of_a_deep_net"](1)
    run.series["train/loss"] = Series.of("train/loss", [0], [2.3])
    assert "loss_curve.png" in pictures(run, str(tmp_path))
    run.facts.append(Fact("recording", "bench"))
    assert pictures(run, str(tmp_path)) == ["gradient_flow.png"]


def test_no_layers_no_picture(tmp_path, make):
    assert not gradient_flow(make["a_run"](), str(tmp_path / "a.png"))
    assert layer_heat_maps(make["a_run"](), str(tmp_path)) == []
