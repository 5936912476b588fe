"""Validation is far worse than training from the first evaluation on, and never follows it.

What it means: the loss on held-out data never falls below what it was at the first evaluation, while the training loss
falls a good way, and the two lie far apart from the beginning.

Why it matters: overfitting takes time. A gap that is there at once says that validation sees other data than training:
other preprocessing, other labels, statistics or averaged weights that are stale, or a real shift between the two sets.

Not to be confused with: fine-tuning that starts good, where both are low at the first evaluation; a training set so
small that it is learned by heart before the first evaluation.

Blind spots: a metric that is computed wrongly on validation data looks the same. Losses that differ by design (terms
that only the training adds) hide or feign a gap.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.alignment import medians_between
from traindx.signals.smoothing import running_median, trailing_median


@detector(series("val/loss", "val/loss/*", each=True), series("train/loss"), at_least=points(4), when="end")
def large_gap_from_start(
    val: Series,
    train: Series,
    *,
    apart: float = 1.5,  # times the training loss at the first evaluation; sampling and dropout stay far below
    followed: float = 0.95,  # of the first evaluation: a validation that came below has followed
    learned: float = 0.7,  # of the first level: a training that fell less has not left validation behind
) -> Findings:
    keep = np.isfinite(val.values)
    held, steps = val.values[keep], val.steps[keep]
    first_train = trailing_median(train.values[np.isfinite(train.values)][:3], 3)[-1:]
    if held.size < 4 or not first_train.size or held[0] <= 0:
        return
    level = medians_between(train.steps, train.values, steps)
    smooth = running_median(held, 3) if held.size >= 8 else held
    # As bad as before any training at the first evaluation, and left behind by the second, is apart from the start too.
    untrained = held[0] > 0.95 * first_train[0] and held[0] > 1.1 * level[0] and held[1] > apart * level[1]
    begins_apart = held[0] > apart * level[0] or untrained or _before_training(steps, train)
    late, held_late = trailing_median(level, 3), trailing_median(held, 3)
    seen = (late < learned * max(level[0], first_train[0])) & (held_late > 2.0 * late)
    end, held_end = float(late[-1]), float(held_late[-1])
    if begins_apart and seen[-1] and smooth.min() >= followed * held[0]:
        since = int(np.flatnonzero(~seen)[-1]) + 1 if not seen.all() else 0
        yield Finding(
            severity="warning",
            message=f"{val.name} stays at {held_end:.4g} from the first evaluation on; training falls to {end:.4g}",
            series=val.name,
            first_step=int(steps[0]),
            last_step=int(steps[-1]),
            known_step=int(steps[max(3, since)]),
            open=True,
            evidence={"val_first": float(held[0]), "train_first": float(level[0]), "val": held_end, "train": end},
        )


def _before_training(steps: NDArray[np.int64], train: Series) -> bool:
    """Whether the first evaluation was made before the first steps: it then stands level with training by nature."""
    # Where each evaluation has one point of training beside it, that point is the mean of an epoch already.
    return len(train) >= 3 * steps.size and bool(
        steps[0] <= train.steps.min() + 0.01 * (train.steps.max() - train.steps.min()) < steps[1]
    )
