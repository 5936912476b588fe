from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET

import pytest

from traindx.reports.activation_plots import activations
from traindx.schema import Run
from traindx.verbs.diagnose import diagnosis


@pytest.mark.parametrize("layers", [1, 5, 200])
def test_every_layer_has_its_name_and_no_name_covers_another(look, tmp_path, layers: int) -> None:
    path = tmp_path / "activations.svg"
    assert activations(diagnosis(look(layers), why="inspect"), str(path))
    texts = [node for node in ET.parse(path).iter() if node.tag.endswith("}text")]
    named = [node for node in texts if (node.text or "").endswith("relu")]
    assert len(named) == layers
    places = sorted(float(node.get("y") or node.get("transform", "").split()[-1].rstrip(")")) for node in named)
    apart = min((after - before for before, after in itertools.pairwise(places)), default=99.0)
    assert apart > 5.5  # the letters of 200 names are that high


def test_shares_are_told_by_shape_as_well_as_by_colour(look, tmp_path) -> None:
    path = tmp_path / "activations.svg"
    activations(look(3), str(path))
    words = " ".join(node.text or "" for node in ET.parse(path).iter())
    for one in ("spread", "units silent on all rows", "entries that are zero"):
        assert one in words
    assert "entries at a bound" not in words  # none was measured


def test_nothing_is_drawn_where_nothing_was_measured(tmp_path) -> None:
    assert not activations(Run("a", "a", "csv"), str(tmp_path / "none.png"))
    assert not (tmp_path / "none.png").exists()
