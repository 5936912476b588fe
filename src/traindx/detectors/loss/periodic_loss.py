"""The loss has the same course in every epoch.

What it means: what is left of the loss without its trend repeats itself epoch after epoch: the same batches come at the
same places.

Why it matters: the order of the data is the same each time. Where the swing within an epoch is large the data are most
likely sorted, so that the model forgets one part while it learns the next; where it is small little is lost, and the
finding is information only.

Not to be confused with: a running mean that begins anew with each epoch (not judged), and an order that is fixed on
purpose for a comparison.

Blind spots: the length of an epoch must be known, three epochs must have passed, and eight points must fall in each; or
six epochs of three points, if they repeat themselves nearly without noise.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, setting, whole_run
from traindx.signals.autocorrelation import periodicity
from traindx.signals.axis import in_order
from traindx.signals.smoothing import running_median


@detector(series("train/loss"), setting("steps_per_epoch", optional=True), whole_run(), at_least=points(24), when="end")
def periodic_loss(
    loss: Series,
    steps_per_epoch: Any,
    run: Run,
    *,
    repeats: float = 0.5,  # autocorrelation at one epoch; shuffled data show none, and three epochs err by .2
    sure: float = 0.8,  # the same, where an epoch has less than eight points
    swing: float = 0.2,  # half the height within an epoch, as a logarithm
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    if values.size < 24 or loss.per in ("running", "smoothed", "epoch") or values.min() <= 0.0:
        return
    spacing = float(steps[-1] - steps[0]) / (values.size - 1)
    passes = run.epochs_between(int(steps[0]), int(steps[-1]))
    if not passes or passes < 3.0:
        return
    length = round((values.size - 1) / passes)
    few = length < 8
    # Of an epoch of few points it must be sure which of them is which, and how many there are.
    if length < (3 if (passes or 0.0) >= 6.0 and abs((values.size - 1) / passes - length) < 0.5 / passes else 8):
        return
    if values.size < 3 * length:
        return
    logs = np.log(values)
    # Noise of sixty points reaches .4 by chance at one lag; what comes back in its place point by point lies near one.
    r = periodicity(logs, length, tolerance=0 if few else 2)
    if r < (sure if few else repeats):
        return
    size = _swing(logs, length)
    yield Finding(
        severity="warning" if size > swing else "info",
        message=f"{loss.name} repeats itself every {length * spacing:.4g} steps, one epoch, by {np.expm1(size):.0%}",
        series=loss.name,
        first_step=int(steps[0]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"autocorrelation": round(r, 3), "swing": round(size, 3), "epochs": round(passes, 2)},
    )


def _swing(logs: NDArray[np.float64], length: int) -> float:
    """Half the height of the usual epoch: its median place by place, smoothed, from its tenth to its ninth tenth."""
    rest = logs - running_median(logs, length | 1)
    whole = rest[: rest.size // length * length].reshape(-1, length)
    # The first and the last epoch have shortened windows, whose medians follow the pattern itself.
    usual = running_median(np.median(whole[1:-1] if len(whole) > 3 else whole, axis=0), max(1, length // 10) | 1)
    return float(np.quantile(usual, 0.9) - np.quantile(usual, 0.1)) / 2.0
