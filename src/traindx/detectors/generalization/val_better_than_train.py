"""Validation is better than training, evaluation after evaluation.

What it means: the loss on held-out data lies below the training loss of the same time, by more than a twentieth, in
most evaluations. Where the number of classes is known, it is a warning if training has come to rest above half of the
loss of guessing while validation lies a fifth below it; and where the training loss is one of single steps and the log
names dropout or smoothing as next to none, if it ends a fifth above validation.

Why it matters: mostly it does not. Dropout, augmentation and label smoothing make the training loss harder than the
validation loss, and a training loss that is a mean over the epoch lags behind. It is told because two faults look the
same: validation samples that also stand in the training set, and wrong labels in the training set only. A model that
does well on held-out data and cannot bring its training loss below half of guessing is taught something that is not so.

Not to be confused with: a training loss that is summed or weighted in another way; the two are then not comparable.

Blind spots: where training has nothing in its way, leakage leaves the two curves equal, not crossed.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series, setting
from traindx.schema.settings import class_count, quantity
from traindx.signals.alignment import medians_between


@detector(
    series("val/loss"),
    series("train/loss"),
    setting("classes", optional=True),
    setting("dropout", optional=True),
    setting("label_smoothing", optional=True),
    at_least=points(4),
    when="end",
)
def val_better_than_train(
    val: Series,
    train: Series,
    classes: object,
    dropout: object,
    smoothing: object,
    *,
    margin: float = 0.05,  # of the training loss; below that it is sampling
    share: float = 0.8,  # of the evaluations
    high: float = 0.5,  # of the loss of guessing: mixed images and smoothed labels leave a third to two fifths
    far: float = 0.2,  # of the training loss; sampling and a mild dropout cost less
    apart: float = 1.22,  # real runs logged by the step ended at 1.19 at most, means over epochs at 2.2
) -> Findings:
    level = medians_between(train.steps, train.values, val.steps)
    # The first evaluation is compared with a loss that fell while it was taken.
    level, held, steps = level[1:], val.values[1:], val.steps[1:]
    known = np.isfinite(level) & np.isfinite(held)
    below = known & (level - held > margin * np.abs(level))
    if known.sum() < 3 or below.sum() < share * known.sum():
        return
    ahead = float(np.median(level[known] - held[known]))
    width = class_count(classes)
    # A log that names neither may have used both, or mixed its samples: it cannot tell.
    named = [amount for one in (dropout, smoothing) if (amount := quantity(one)) is not None]
    plain = train.per not in ("epoch", "smoothed") and bool(named) and max(named) < 0.1
    taught = plain and below.sum() >= 0.9 * known.sum() >= 7 and _ends_apart(train, level[known], held[known], apart)
    held_back = width is not None and _rests_high(level[known], held[known], high * math.log(width), far)
    yield Finding(
        severity="warning" if held_back or taught else "info",
        message=f"{val.name} lies below the training loss in {below.sum()} of {known.sum()} evaluations",
        series=val.name,
        first_step=int(steps[np.argmax(below)]),
        last_step=int(steps[np.flatnonzero(below)[-1]]),
        known_step=int(steps[known][2]),
        open=bool(below[-1]),
        evidence={"share": float(below.sum() / known.sum()), "ahead": ahead, "train_is": train.per},
    )


def _rests_high(level: NDArray[np.float64], held: NDArray[np.float64], bound: float, far: float) -> bool:
    """Whether training stands above the bound, falls no more, and validation lies far below it."""
    quarter = level.size // 4
    if level.size < 8:
        return False
    before, last = float(np.median(level[-2 * quarter : -quarter])), float(np.median(level[-quarter:]))
    # A twentieth: what is still falling faster has not said its last word.
    return last > bound and last > 0.95 * before and float(np.median(held[-quarter:])) < (1.0 - far) * last


def _ends_apart(train: Series, level: NDArray[np.float64], held: NDArray[np.float64], apart: float) -> bool:
    """Whether training ends far above validation, and above what little of its first loss a solved task leaves."""
    third = max(1, level.size // 3)
    last, other = float(np.median(level[-third:])), float(np.median(held[-third:]))
    start = float(train.values[np.isfinite(train.values)][0])
    return other > 0.0 and last > apart * other and last - other > 0.08 * start
