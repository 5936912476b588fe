"""The loss of each row of a batch, from what entered the loss function, a few rows at a time."""

from __future__ import annotations

from typing import Any

# Those that PyTorch can give entry by entry, over what belongs to a row.
BY_ENTRY = ("cross_entropy", "nll_loss", "binary_cross_entropy", "binary_cross_entropy_with_logits", "mse_loss",
            "l1_loss", "smooth_l1_loss", "huber_loss")  # fmt: skip
WITH_LABELS = ("cross_entropy", "nll_loss")
ENTRIES = 1 << 22  # of what enters at once: 16 MiB


def by_row(call: dict[str, Any], size: int, rows: int) -> list[float] | None:
    """The mean loss of each of the first `rows` of a batch of `size`; None where it cannot be told row by row."""
    import torch
    from torch.nn import functional

    into, target, name = call["input"], call["target"], call["function"]
    if name not in BY_ENTRY or not isinstance(target, torch.Tensor) or not into.dim() or not size:
        return None
    fits = into.shape == target.shape or (name in WITH_LABELS and into.shape[:1] == target.shape[:1])
    if not fits or into.shape[0] % size or not into.numel():
        return None
    each = into.shape[0] // size  # places of a sequence that was laid flat belong to one row
    step = max(1, ENTRIES * size // into.numel())
    more = {"ignore_index": call["ignore"]} if name in WITH_LABELS and not target.is_floating_point() else {}
    found: list[float] = []
    with torch.no_grad():
        for begin in range(0, rows, step):
            part = slice(begin * each, min(begin + step, rows) * each)
            given = target[part]
            losses = getattr(functional, name)(
                into[part].float(), given.float() if given.is_floating_point() else given, reduction="none", **more
            )
            count = losses.shape[0] // each
            losses = losses.reshape(count, -1)
            if more:
                counted = (given != call["ignore"]).reshape(count, -1).sum(1)
                found += (losses.sum(1) / counted).tolist()  # a row whose labels are all ignored has none
            else:
                found += losses.mean(1).tolist()
    return found
