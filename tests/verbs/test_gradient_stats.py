from __future__ import annotations

import pytest
import torch
from torch import nn

import traindx


def test_the_columns_that_a_script_would_print() -> None:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(5, 7), nn.ReLU(), nn.Linear(7, 2))
    x, y = torch.randn(20, 5), torch.randint(0, 2, (20,))
    stats = traindx.gradient_stats(model, (x, y), nn.CrossEntropyLoss())
    nn.functional.cross_entropy(model(x), y).backward()
    assert list(stats) == ["0.weight", "0.bias", "2.weight", "2.bias"]
    for name, one in model.named_parameters():
        grad, row = one.grad.detach(), stats[name]
        assert row["count"] == grad.numel()
        assert row["zeros"] == int((grad == 0).sum())
        assert row["mean"] == pytest.approx(float(grad.mean()), abs=1e-8)
        assert row["std"] == pytest.approx(float(grad.std(unbiased=False)), rel=1e-4)
        assert (row["max"], row["min"]) == (float(grad.max()), float(grad.min()))


def test_a_loader_is_taken_batch_by_batch() -> None:
    data = torch.utils.data.TensorDataset(torch.randn(64, 4), torch.randn(64, 1))
    loader = torch.utils.data.DataLoader(data, batch_size=16)
    assert len(traindx.gradient_stats(nn.Linear(4, 1), loader, batches=3).run.series["train/loss"]) == 3


def test_a_tensor_without_gradient_has_no_row() -> None:
    model = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 1))
    model[0].requires_grad_(False)
    assert list(traindx.gradient_stats(model, (torch.ones(4, 3), torch.ones(4, 1)))) == ["1.weight", "1.bias"]
