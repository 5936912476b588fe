from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import nn

import traindx
from traindx.guards.refusal import Refused
from traindx.schema import Run
from traindx.schema.stats import Stats


@pytest.fixture(scope="module")
def parts():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3)), torch.randn(64, 8), torch.randint(0, 3, (64,))


@pytest.mark.parametrize("suffix", [".png", ".svg"])
@pytest.mark.parametrize("subject", ["gradients", "activations", "architecture", "data"])
def test_statistics_draw_themselves(parts, tmp_path, subject: str, suffix: str) -> None:
    model, x, y = parts
    stats = {
        "gradients": lambda: traindx.gradient_stats(model, (x, y)),
        "activations": lambda: traindx.activation_stats(model, (x, y)),
        "architecture": lambda: traindx.review(model),
        "data": lambda: traindx.data_stats(x.numpy(), y.numpy()),
    }[subject]()
    path = tmp_path / f"drawn{suffix}"
    assert stats.plot(path) == str(path)
    assert path.stat().st_size > 2_000
    assert "<table" in stats._repr_html_()


def test_a_single_layer_is_drawn_too(tmp_path) -> None:
    stats = traindx.gradient_stats(nn.Linear(4, 1, bias=False), (torch.randn(8, 4), torch.randn(8, 1)))
    stats.plot(tmp_path / "one.png")


def test_a_column_far_above_the_others_leaves_them_their_room(tmp_path) -> None:
    x = np.random.default_rng(0).normal(size=(200, 6))
    x[:, 3] *= 1e6
    traindx.data_stats(x).plot(tmp_path / "columns.svg")
    assert "10" in (tmp_path / "columns.svg").read_text()


def test_what_cannot_be_drawn_is_said(tmp_path) -> None:
    empty = Stats(subject="data", run=Run("a", "a", "table"), rows={})
    with pytest.raises(Refused, match="nothing to draw"):
        empty.plot(tmp_path / "none.png")
    with pytest.raises(Refused, match="no picture"):
        empty.plot(tmp_path / "none.docx")
