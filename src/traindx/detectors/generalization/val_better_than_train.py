"""Validation is better than training, evaluation after evaluation.

What it means: the loss on held-out data lies below the training loss of the same time, by more than a twentieth, in
most evaluations.

Why it matters: mostly it does not. Dropout, augmentation and label smoothing make the training loss harder than the
validation loss, and a training loss that is a mean over the epoch lags behind. It is told because two faults look the
same: validation samples that also stand in the training set, and wrong labels in the training set only.

Not to be confused with: a training loss that is summed or weighted in another way; the two are then not comparable.

Blind spots: where training has nothing in its way, leakage leaves the two curves equal, not crossed.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.alignment import medians_between


@detector(series("val/loss"), series("train/loss"), at_least=points(4), when="end")
def val_better_than_train(
    val: Series,
    train: Series,
    *,
    margin: float = 0.05,  # of the training loss; below that it is sampling
    share: float = 0.8,  # of the evaluations
) -> Findings:
    level = medians_between(train.steps, train.values, val.steps)
    # The first evaluation is compared with a loss that fell while it was taken.
    level, held, steps = level[1:], val.values[1:], val.steps[1:]
    known = np.isfinite(level) & np.isfinite(held)
    below = known & (level - held > margin * np.abs(level))
    if known.sum() < 3 or below.sum() < share * known.sum():
        return
    ahead = float(np.median(level[known] - held[known]))
    yield Finding(
        severity="info",
        message=f"{val.name} lies below the training loss in {below.sum()} of {known.sum()} evaluations",
        series=val.name,
        first_step=int(steps[np.argmax(below)]),
        last_step=int(steps[np.flatnonzero(below)[-1]]),
        known_step=int(steps[known][2]),
        open=bool(below[-1]),
        evidence={"share": float(below.sum() / known.sum()), "ahead": ahead, "train_is": train.per},
    )
