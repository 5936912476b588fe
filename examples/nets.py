"""A small network that was built with a mistake, and a batch for it, to be looked at with `traindx inspect`."""

import torch
from torch import nn


def net() -> nn.Module:
    """Three layers, and a softmax that the loss would bring by itself."""
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 4), nn.Softmax(-1))


def mended() -> nn.Module:
    """The same without its last layer."""
    return net()[:-1]


def batch() -> tuple[torch.Tensor, torch.Tensor]:
    """256 rows, each labelled by the largest of its first four numbers."""
    torch.manual_seed(1)
    inputs = torch.randn(256, 16)
    return inputs, inputs[:, :4].argmax(-1)
