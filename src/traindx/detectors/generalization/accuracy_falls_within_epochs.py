"""The training accuracy falls within each epoch and jumps up where the next one begins.

What it means: in every epoch that the log shows, two at least, the accuracy comes down to half of what it was at the
epoch's beginning or less, in an order that chance does not give, and the next epoch begins at twice the last value.

Why it matters: the samples come in the same order each time. The model still knows those of the beginning, from the
end of the last pass or because they are alike, and is worse the farther it gets; sorted data do this.

Not to be confused with: a running mean that begins anew with each epoch (not judged); data that are sorted from easy to
hard on purpose.

Blind spots: fewer than five points in an epoch; an order whose parts are equally hard.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.signals.axis import in_order


@detector(series("train/metric/accuracy"), whole_run(), at_least=points(10), when="end")
def accuracy_falls_within_epochs(
    accuracy: Series,
    run: Run,
    *,
    least: int = 5,  # points of an epoch: fewer have no order to speak of
    sure: float = 3.3,  # standard deviations of the order of all pairs: one chance in two thousand
    part: float = 0.5,  # of the beginning
) -> Findings:
    steps, values = in_order(accuracy.steps, accuracy.values)
    if accuracy.per in ("running", "smoothed", "epoch") or values.size < 2 * least or values.min() < 0.0:
        return
    epochs = [one for one in _epochs(run, steps, values) if one.size >= least]
    if len(epochs) < 2:
        return
    heads, tails = ([_end(one, slice(None, -(-one.size // 3))) for one in epochs],
                    [_end(one, slice(-(one.size // 3), None)) for one in epochs])  # fmt: skip
    falls = all(tail <= part * head for head, tail in zip(heads, tails, strict=True))
    jumps = all(after[0] >= before[-1] / part for before, after in itertools.pairwise(epochs))
    if not (falls and jumps) or _order(epochs) > -sure:
        return
    yield Finding(
        severity="warning",
        message=f"{accuracy.name} falls in each of {len(epochs)} epochs, from {np.median(heads):.3g} "
        f"to {np.median(tails):.3g}",
        series=accuracy.name,
        first_step=int(steps[0]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"epochs": len(epochs), "first": float(np.median(heads)), "last": float(np.median(tails))},
    )


def _epochs(run: Run, steps: NDArray[np.int64], values: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """The values epoch by epoch, where the log counts them or their length is known; else none."""
    epoch = run.series.get("epoch")
    if epoch is not None and len(epoch) > 1:
        at, counted = in_order(epoch.steps, epoch.values)
        number = np.floor(counted[np.clip(np.searchsorted(at, steps, side="right") - 1, 0, at.size - 1)])
    elif run.unit == "step" and run.steps_per_epoch:
        number = np.floor(steps / run.steps_per_epoch)
    else:
        return []
    return np.split(values, np.flatnonzero(np.diff(number) != 0.0) + 1)


def _end(values: NDArray[np.float64], part: slice) -> float:
    return float(np.median(values[part]))


def _order(epochs: list[NDArray[np.float64]]) -> float:
    """Kendall's score of all epochs together, in standard deviations: below zero they fall."""
    score = variance = 0.0
    for one in epochs:
        first, second = np.triu_indices(one.size, 1)
        score += float(np.sign(one[second] - one[first]).sum())
        variance += one.size * (one.size - 1.0) * (2.0 * one.size + 5.0) / 18.0
    return score / math.sqrt(variance)
