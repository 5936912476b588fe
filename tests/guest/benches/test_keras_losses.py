from __future__ import annotations

import numpy as np
import pytest
import torch
from torch.nn import functional

from traindx.guest.benches.keras_losses import by_row

numbers = np.random.default_rng(0)
LOGITS = numbers.normal(size=(70, 5)).astype("float32")  # more rows than are taken at once
SHARES = np.exp(LOGITS) / np.exp(LOGITS).sum(-1, keepdims=True)
LABELS = numbers.integers(0, 5, 70)
BINARY = numbers.integers(0, 2, (70, 1))


def alone(name: str, into: np.ndarray, target: np.ndarray) -> np.ndarray:
    """What PyTorch says of each row."""
    given = torch.as_tensor(target)
    given = given if given.ndim == 1 else given.double()
    losses = getattr(functional, name)(torch.as_tensor(into).double(), given, reduction="none")
    return losses.reshape(len(into), -1).mean(1).numpy()


@pytest.mark.parametrize(
    ("function", "outputs", "targets", "like"),
    [
        ("cross_entropy", LOGITS, LABELS, alone("cross_entropy", LOGITS, LABELS)),
        ("cross_entropy", LOGITS, LABELS[:, None], alone("cross_entropy", LOGITS, LABELS)),
        ("cross_entropy", LOGITS, SHARES, alone("cross_entropy", LOGITS, SHARES)),
        ("cross_entropy_of_probabilities", SHARES, LABELS, alone("cross_entropy", LOGITS, LABELS)),
        ("cross_entropy_of_probabilities", SHARES, np.eye(5)[LABELS], alone("cross_entropy", LOGITS, LABELS)),
        ("binary_cross_entropy", SHARES[:, :1], BINARY, alone("binary_cross_entropy", SHARES[:, :1], BINARY)),
        ("binary_cross_entropy_with_logits", LOGITS[:, :1], BINARY[:, 0],
         alone("binary_cross_entropy_with_logits", LOGITS[:, :1], BINARY)),
        ("mse_loss", LOGITS, SHARES, alone("mse_loss", LOGITS, SHARES)),
        ("l1_loss", LOGITS, SHARES, alone("l1_loss", LOGITS, SHARES)),
    ],
)  # fmt: skip
def test_each_row_has_its_own_loss(function: str, outputs, targets, like) -> None:
    assert by_row(function, outputs, targets) == pytest.approx(like, rel=1e-5)


@pytest.mark.parametrize(
    ("function", "outputs", "targets"),
    [
        ("own_loss", LOGITS, LABELS),
        ("cross_entropy", LOGITS, LABELS + 1),
        ("cross_entropy", LOGITS, LABELS + 0.5),
        ("mse_loss", LOGITS, LABELS),
        ("mse_loss", LOGITS[:9], SHARES),
    ],
)
def test_what_cannot_be_told_row_by_row_is_not(function: str, outputs, targets) -> None:
    assert by_row(function, outputs, targets) is None
