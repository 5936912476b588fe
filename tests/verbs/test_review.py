from __future__ import annotations

import torch
from torch import nn

import traindx


def test_the_first_questions_of_a_review_are_answered() -> None:
    model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Dropout(0.1), nn.Linear(8, 2))
    model[0].weight.requires_grad_(False)
    review = traindx.review(model, samples=1000)
    total = sum(one.numel() for one in model.parameters())
    assert review.summary == {
        "parameters": total,
        "trainable": total - 32,
        "parameters_per_sample": total / 1000,
        "depth": 2,
        "normalization": 1,
        "dropout": 1,
        "activations": {"relu": 1},
        "kinds": {"linear": 2, "normalization": 1, "activation": 1, "dropout": 1},
        "frozen": ["0.weight"],
    }
    assert review.run.settings["samples"] == 1000


def test_a_batch_shows_what_is_written_as_a_function() -> None:
    class Net(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.last, self.first = nn.Linear(8, 2), nn.Linear(4, 8)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.last(torch.tanh(self.first(x)))

    assert list(traindx.review(Net())) == ["last", "first"]
    review = traindx.review(Net(), batch=(torch.ones(4, 4), torch.ones(4, 2)))
    assert list(review) == ["first", "tanh", "last"]
    assert review.summary["activations"] == {"tanh": 1}
