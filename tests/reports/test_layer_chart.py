"""Pictures of layers on the page: well-formed, safe, small."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from traindx.reports.layer_chart import MAP, layer_pictures
from traindx.schema import Run, Series
from traindx.testing import HEALTHY


def made(count: int, points: int = 40, name: str = "layers.{}.weight", value: float = 1.0) -> Run:
    names = [f"grad/norm/{name.format(at)}" for at in range(count)]
    drawn = np.random.default_rng(1)
    return Run("r", "r.csv", "csv", series={
        one: Series.of(one, range(points), value * np.exp(drawn.normal(0, 1, points))) for one in names
    })  # fmt: skip


def texts(picture: str) -> list[str]:
    return [node.text or "" for node in ET.fromstring(picture).iter("text")]


def test_a_picture_of_the_flow_and_one_of_the_heat():
    (words, first), (_, second) = layer_pictures(made(5), {"layers.2.weight"})
    assert "gradient by layer" in words
    assert [one for one in texts(first) if one.startswith("layers")] == [f"layers.{at}.weight" for at in range(5)]
    assert first.count('class="name loud"') == 1
    assert all(colour in second for colour in MAP[3:12])


def test_with_little_room_the_flow_alone():
    assert len(layer_pictures(made(5), set(), detailed=False)) == 1
    assert layer_pictures(Run("r", "r.csv", "csv"), set()) == []


def test_every_quantity_of_a_healthy_run():
    assert len(layer_pictures(HEALTHY["layers_of_a_transformer"](1), set())) == 4


@pytest.mark.parametrize("count", [150, 1000])
def test_many_layers_stay_small(count):
    found = layer_pictures(made(count, 500), set())
    assert max(len(picture) for _, picture in found) < 400_000
    assert all(("of 1000 layers" in words) == (count == 1000) for words, _ in found)


@pytest.mark.parametrize("value", [0.0, float("nan"), 1e-300, 1e150])
def test_hard_numbers_give_a_picture(value):
    for words, picture in layer_pictures(made(3, value=value), set()):
        ET.fromstring(picture)
        assert "nan" not in picture.lower()
        assert "</" not in words or ET.fromstring(f"<p>{words}</p>") is not None


def test_names_from_a_log_do_nothing():
    for words, picture in layer_pictures(made(3, name="<script>{}</script>&"), set()):
        assert "<script" not in words + picture
        ET.fromstring(picture)


def test_one_step_has_no_heat():
    assert len(layer_pictures(made(4, points=1), set())) == 1
