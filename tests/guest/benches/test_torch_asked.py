from __future__ import annotations

from typing import Any

import pytest
import torch

from traindx.guest.benches.torch_asked import Asked, equal_rows
from traindx.guest.measures.torch import spread


def share(weight: torch.Tensor) -> float:
    asked, row = Asked(), dict[str, Any]()
    equal_rows(asked, row, weight, 8192)
    asked.answered()
    return float(row["equal_rows"])


@pytest.mark.parametrize("shape", [(7, 3), (60, 40), (5, 4, 3, 3), (1, 9)])
def test_rows_that_are_equal_are_counted_as_unique_counts_them(shape: tuple[int, ...]) -> None:
    torch.manual_seed(0)
    weight = torch.randn(shape)
    assert share(weight) == 0
    weight[shape[0] // 2 :] = weight[0]
    assert share(weight) == pytest.approx(1 - len(torch.unique(weight.flatten(1), dim=0)) / shape[0])


def test_rows_that_begin_alike_and_end_otherwise_differ() -> None:
    weight = torch.zeros(6, 40)
    weight[:, 39] = torch.arange(6.0)
    assert share(weight) == 0
    weight[:, 39] = -0.0
    assert share(weight) == pytest.approx(5 / 6)
    assert share(weight.bfloat16()) == pytest.approx(5 / 6)


def test_what_is_asked_for_while_answers_are_handed_out_is_answered_too() -> None:
    asked, row = Asked(), dict[str, Any]()
    asked(spread(torch.arange(4)), lambda read: asked.number(row, "twice", torch.tensor(2 * read[6]), int))
    asked.answered()
    assert row == {"twice": 6}


def test_random_numbers_stay() -> None:
    before = torch.random.get_rng_state()
    share(torch.ones(4, 40))
    assert torch.equal(torch.random.get_rng_state(), before)
