from __future__ import annotations

import random

import numpy as np
import pytest
import torch
from torch import nn

from traindx.guest.benches.torch_state import kept


def test_what_a_pass_touches_is_put_back_even_when_it_fails() -> None:
    model = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3))
    model[0].weight.grad = torch.full((3, 3), 7.0)
    model[1].eval()
    states = random.getstate(), np.random.get_state()[1].tolist(), torch.random.get_rng_state()
    with pytest.raises(KeyError), kept(model):  # noqa: PT012
        assert all(one.grad is None for one in model.parameters())
        model.train()
        model(torch.randn(5, 3)).sum().backward()
        model[1].running_mean = torch.zeros(3) + 9
        random.random(), np.random.rand()
        raise KeyError
    assert torch.equal(model[0].weight.grad, torch.full((3, 3), 7.0))
    assert model[0].bias.grad is None
    assert not model[1].training
    assert torch.equal(model[1].running_mean, torch.zeros(3))
    assert int(model[1].num_batches_tracked) == 0
    assert random.getstate() == states[0]
    assert np.random.get_state()[1].tolist() == states[1]
    assert torch.equal(torch.random.get_rng_state(), states[2])


def test_a_buffer_stays_the_same_object() -> None:
    model = nn.BatchNorm1d(3)
    buffer = model.running_mean
    with kept(model):
        model(torch.randn(5, 3))
    assert model.running_mean is buffer
