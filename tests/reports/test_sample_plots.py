from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from traindx.reports.sample_plots import samples
from traindx.schema import Run

RUN = Run("m:net", "m:net", "traindx-recording")
numbers = np.random.default_rng(0)


@pytest.mark.parametrize("rows", [1, 7, 40])
@pytest.mark.parametrize(
    "x", [numbers.normal(size=(40, 3, 12, 12)), numbers.normal(size=(40, 9)), numbers.integers(0, 99, (40, 20))]
)
def test_each_row_is_drawn_with_its_loss(tmp_path, x, rows: int) -> None:
    path = tmp_path / "samples.svg"
    assert samples(RUN, {"x": x[:rows], "losses": np.linspace(0, 1, rows)}, str(path))
    words = [node.text or "" for node in ET.parse(path).iter() if node.tag.endswith("}text")]
    # A class of images may stand in two lines.
    assert sum("row " in one for one in words) == min(rows, 24 if x.ndim == 4 else 12)
    assert any("the worst losses first" in one for one in words)


def test_it_is_said_that_no_loss_is_known(tmp_path) -> None:
    path = tmp_path / "samples.svg"
    samples(RUN, {"x": np.full((3, 4), np.nan)}, str(path))
    assert "as they come" in path.read_text()


def test_nothing_is_drawn_of_nothing(tmp_path) -> None:
    assert not samples(RUN, None, str(tmp_path / "none.png"))
