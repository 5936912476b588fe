from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from traindx.reports.activation_chart import activation_picture
from traindx.schema import Run, Series


@pytest.mark.parametrize(("layers", "shown"), [(5, 5), (200, 150)])
def test_each_layer_says_its_numbers(look, layers: int, shown: int) -> None:
    ((words, picture),) = activation_picture(look(layers), ())
    titles = [node.text or "" for node in ET.fromstring(picture).iter() if node.tag.endswith("title")]
    assert len(titles) == shown
    assert titles[0] == "blocks.0.fc:relu: mean NaN, spread 0.01, 6% zero, 0% silent"
    assert ("150 of 200 layers" in words) == (layers == 200)


def test_names_of_a_model_are_text_on_the_page(look) -> None:
    run = look(1)
    run.series["act/std/<b>"] = Series.of("act/std/<b>", [0], [1.0])
    ((_, picture),) = activation_picture(run, ())
    assert "<b>" not in picture


def test_nothing_is_drawn_where_nothing_was_measured() -> None:
    assert activation_picture(Run("a", "a", "csv"), ()) == []
