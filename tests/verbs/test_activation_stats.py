from __future__ import annotations

import pytest
import torch
from torch import nn

import traindx


def test_silent_and_saturated_units_are_shares() -> None:
    model = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
    with torch.no_grad():
        model[0].bias.copy_(torch.tensor([-100.0, 1.0, 1.0, 1.0]))
        model[2].bias.fill_(50.0)
    stats = traindx.activation_stats(model, (torch.randn(30, 2), torch.randn(30, 1)))
    assert stats["1"]["dead"] == pytest.approx(0.25)
    assert stats["3"]["saturated"] == 1
    assert "dead" not in stats["0"]
    assert stats["1"]["zeros"] >= 30
    assert stats["1"]["count"] == 120
