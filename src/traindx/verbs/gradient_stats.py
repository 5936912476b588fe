"""The gradient of each tensor on one batch: mean, std, norm, max, min, zeros and count."""

from __future__ import annotations

from typing import Any

from traindx.schema.stats import Stats
from traindx.verbs.inspect import measured, table

COLUMNS = ("mean", "std", "norm", "max", "min", "zeros", "count", "nonfinite")


def gradient_stats(
    model: Any, batch_or_loader: Any, loss_fn: Any = None, *, batches: int = 1, optimizer: Any = None
) -> Stats:
    """What one batch, or several of a loader, sends back to each tensor; the model is left as it was.

    The last batch counts where there are several; `stats.run` holds them all. A tensor that got no gradient has no row.
    """
    run = measured(model, batch_or_loader, loss_fn, only=("gradients",), batches=batches, optimizer=optimizer)
    return Stats(subject="gradients", run=run, rows=table(run, "grad", COLUMNS))
