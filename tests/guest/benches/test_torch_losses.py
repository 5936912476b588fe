from __future__ import annotations

import pytest
import torch
from torch.nn import functional

from traindx.guest.benches import torch_losses
from traindx.guest.benches.torch_losses import by_row


def call(name: str, into: torch.Tensor, target: torch.Tensor, ignore: int = -100) -> dict[str, object]:
    return {"function": name, "input": into, "target": target, "ignore": ignore}


@pytest.mark.parametrize("entries", [1 << 22, 12])  # at once, and a row or two at a time
@pytest.mark.parametrize(
    ("name", "into", "target"),
    [
        ("cross_entropy", torch.randn(6, 5), torch.tensor([0, 1, 2, 3, 4, 0])),
        ("cross_entropy", torch.randn(6, 5), torch.softmax(torch.randn(6, 5), -1)),
        ("cross_entropy", torch.randn(6, 5, 3), torch.randint(0, 5, (6, 3))),
        ("nll_loss", torch.log_softmax(torch.randn(6, 5), -1), torch.randint(0, 5, (6,))),
        ("mse_loss", torch.randn(6, 2), torch.randn(6, 2)),
        ("l1_loss", torch.randn(6, 1), torch.randn(6, 1)),
        ("binary_cross_entropy_with_logits", torch.randn(6, 1), torch.ones(6, 1)),
    ],
)
def test_each_row_has_the_loss_that_it_would_have_alone(name, into, target, entries, monkeypatch) -> None:
    monkeypatch.setattr(torch_losses, "ENTRIES", entries)
    alone = [float(getattr(functional, name)(into[row : row + 1], target[row : row + 1])) for row in range(6)]
    assert by_row(call(name, into, target), 6, 6) == pytest.approx(alone, rel=1e-5)


def test_places_of_a_sequence_that_was_laid_flat_belong_to_their_row() -> None:
    into, target = torch.randn(4, 7, 5), torch.randint(0, 5, (4, 7))
    target[1, 3:] = -100
    target[2] = -100
    flat = by_row(call("cross_entropy", into.reshape(28, 5), target.reshape(28)), 4, 4)
    alone = [float(functional.cross_entropy(into[row], target[row])) for row in range(4)]
    assert flat == pytest.approx(alone, rel=1e-5, nan_ok=True)


@pytest.mark.parametrize(
    "given",
    [
        call("ctc_loss", torch.randn(6, 5), torch.zeros(6)),
        call("mse_loss", torch.randn(6, 1), torch.randn(6)),  # would be spread out
        call("cross_entropy", torch.randn(7, 5), torch.zeros(7, dtype=torch.long)),
    ],
)
def test_what_cannot_be_told_row_by_row_is_not(given) -> None:
    assert by_row(given, 6, 6) is None


def test_the_first_rows_alone() -> None:
    given = call("mse_loss", torch.arange(6.0)[:, None], torch.zeros(6, 1))
    assert by_row(given, 6, 3) == [0.0, 1.0, 4.0]
