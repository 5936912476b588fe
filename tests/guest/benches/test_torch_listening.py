from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from traindx.guest.benches.torch_listening import Heard, listening


def test_activations_losses_and_skips_are_heard_and_change_nothing() -> None:
    model = nn.Linear(4, 4)
    seen: list[tuple[str, str]] = []
    heard = Heard(model, lambda name, activation, output: seen.append((name, activation)))
    x, y = torch.randn(5, 4), torch.randint(0, 4, (5,))

    def passed() -> Any:
        inner = functional.relu(model(x))
        heard.inside.append(("block", False))
        inner = inner + model(inner)
        inner = torch.tanh(inner).sigmoid()
        heard.inside.pop()
        return functional.cross_entropy(inner, y, reduction="sum")

    usual = passed()
    seen.clear()
    with listening(model, heard):
        assert torch.equal(passed(), usual)
    # What is called outside of every module belongs to the loss.
    assert seen == [("block:tanh", "tanh"), ("block:sigmoid", "sigmoid")]
    assert heard.skips == 1
    (loss,) = heard.losses
    assert (loss["function"], loss["reduction"]) == ("cross_entropy", "sum")
    assert loss["input"].shape == (5, 4)
    assert heard.deaf is None


def test_a_tensor_that_learns_outside_the_model_is_heard() -> None:
    model = nn.Linear(4, 4)
    stray = torch.ones(4, requires_grad=True)
    heard = Heard(model, lambda *_: None)
    with listening(model, heard):
        model(torch.ones(2, 4)) * stray
        assert not heard.loose, "outside of every module it is the loss's own, as a critic's weights are"
        heard.inside.append(("body", False))
        model(torch.ones(2, 4)) * stray
    assert [tensor is stray for _, tensor in heard.loose.values()] == [True]


def test_a_bias_that_is_added_is_no_skip() -> None:
    model = nn.Linear(4, 4)
    heard = Heard(model, lambda *_: None)
    with listening(model, heard):
        heard.inside.append(("", False))
        model(torch.ones(2, 4)) + model.bias
        model(torch.ones(2, 4)) + torch.ones(2, 4)
    assert heard.skips == 0
