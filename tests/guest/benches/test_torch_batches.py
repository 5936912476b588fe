from __future__ import annotations

import collections
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from traindx.guest.benches.torch_batches import answer, first_tensor, loss_of, parted, placed
from traindx.guest.unfit import Unfit


def test_batches_of_every_shape_are_parted() -> None:
    x, y = torch.ones(2, 3), torch.zeros(2)
    assert parted((x, y)) == (x, y)
    inputs, targets = parted({"input_ids": x, "labels": y})
    assert set(inputs) == {"input_ids", "labels"}
    assert targets is y
    inputs, targets = parted((x, x, y))
    assert len(inputs) == 2
    assert targets is y
    assert parted(x)[1] is None


def test_arrays_become_tensors_of_the_usual_width() -> None:
    Pair = collections.namedtuple("Pair", "x y")
    moved = placed(Pair(np.ones((2, 3)), np.array([1, 2])), torch.device("cpu"))
    assert isinstance(moved, Pair)
    assert (moved.x.dtype, moved.y.dtype) == (torch.float32, torch.int64)
    assert placed({"text": "word"}, torch.device("cpu")) == {"text": "word"}


def test_the_main_tensor_of_an_answer() -> None:
    logits = torch.ones(2, 3)
    assert first_tensor({"loss": torch.tensor(1.0), "logits": logits}) is logits
    assert first_tensor((torch.arange(3), logits)) is logits
    assert first_tensor("nothing") is None


def test_a_model_is_called_as_its_batch_is_made() -> None:
    def model(*given: Any, **named: Any) -> Any:
        return given, named

    assert answer(model, {"a": 1}) == ((), {"a": 1})
    assert answer(model, (1, 2)) == ((1, 2), {})


def losses() -> list[Any]:
    output = torch.randn(6, 4, requires_grad=True)
    series = torch.randn(6, 5, 4, requires_grad=True)
    labels, places, binary = torch.randint(0, 4, (6,)), torch.randint(0, 4, (6, 5)), torch.randint(0, 2, (6, 4)).float()
    f = nn.functional
    return [
        (output, labels, f.cross_entropy(output, labels)),
        (series, places, f.cross_entropy(series.movedim(-1, 1), places)),
        (output, binary, f.binary_cross_entropy_with_logits(output, binary)),
        (output, torch.ones(6, 4) * 3, f.mse_loss(output, torch.ones(6, 4) * 3)),
    ]


@pytest.mark.parametrize(("output", "target", "wanted"), losses())
def test_the_usual_loss_of_such_targets(output: Any, target: Any, wanted: Any) -> None:
    value, chosen = loss_of(output, target, None)
    assert torch.equal(value, wanted)
    assert chosen == "traindx"


def test_a_model_that_gives_its_loss_is_believed() -> None:
    own = torch.tensor(2.0, requires_grad=True)
    assert loss_of({"loss": own, "logits": torch.ones(2)}, None, None) == (own, "model")


def test_where_no_loss_can_be_told_it_is_asked_for() -> None:
    with pytest.raises(Unfit, match="--loss"):
        loss_of(torch.randn(6, 4), torch.randint(0, 4, (7,)), None)
