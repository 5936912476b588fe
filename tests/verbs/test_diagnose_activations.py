from __future__ import annotations

import torch
from torch import nn

import traindx


def look(bias: float):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 2))
    nn.init.constant_(model[0].bias, bias)
    x, y = torch.randn(1200, 8), torch.randint(0, 2, (1200,))
    return traindx.diagnose_activations(traindx.activation_stats(model, (x, y)))


def test_units_that_no_row_wakes_are_a_problem() -> None:
    assert "dead-relu-units" in {one.id for one in look(-50).problems}


def test_units_that_are_often_at_zero_are_none() -> None:
    assert look(0).problems == []
