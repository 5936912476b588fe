from __future__ import annotations

import io
import re

import numpy as np
from matplotlib.image import imread

from traindx.reports.html import html
from traindx.reports.sample_chart import png, sample_picture
from traindx.verbs.diagnose import diagnosis

numbers = np.random.default_rng(0)


def test_pixels_come_back_out_of_the_png() -> None:
    for shape in ((5, 7), (5, 7, 3)):
        pixels = numbers.integers(0, 256, shape).astype(np.uint8)
        assert (np.round(imread(io.BytesIO(png(pixels))) * 255) == pixels).all()


def test_images_stand_on_the_page_itself_and_the_page_allows_nothing_else(look) -> None:
    given = diagnosis(look(), why="inspect")
    page = html([given], sample={"x": numbers.normal(size=(30, 1, 200, 200))})
    assert page.count('<img alt="" src="data:image/png;base64,') == 24
    assert "img-src data:" in page
    assert len(page) < 1_000_000
    assert "img-src" not in html([given])


def test_numbers_are_lines_with_gaps_where_a_value_is_not_finite() -> None:
    rows = np.arange(24.0).reshape(2, 12)
    rows[0, 5] = np.nan
    (first, *_) = re.findall('class="raw" d="([^"]*)"', sample_picture({"x": rows}))
    assert first.count("M") == 2


def test_tokens_are_text() -> None:
    told = sample_picture({"x": np.array([[5, 6, 7]]), "losses": np.array([1.5])})
    assert "<code>5 6 7</code>" in told
    assert "loss&nbsp;1.50" in told


def test_nothing_is_shown_of_nothing() -> None:
    assert sample_picture(None) == ""
