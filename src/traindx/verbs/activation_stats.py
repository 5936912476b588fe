"""What leaves each layer on one batch: its distribution, and the shares of silent and of saturated units."""

from __future__ import annotations

from typing import Any

from traindx.schema.stats import Stats
from traindx.verbs.inspect import measured, table

COLUMNS = ("mean", "std", "norm", "max", "min", "zeros", "count", "nonfinite", "dead", "saturated")


def activation_stats(model: Any, batch_or_loader: Any, loss_fn: Any = None, *, batches: int = 1) -> Stats:
    """What one batch, or several of a loader, makes each layer say; the model is left as it was.

    Units count as dead that no row of all batches woke; every other number is of the last batch.
    """
    run = measured(model, batch_or_loader, loss_fn, only=("activations",), batches=batches)
    return Stats(subject="activations", run=run, rows=table(run, "act", COLUMNS))
