"""The training loss falls, and the validation loss never gets below the level at which the training began.

What it means: `far`: the training loss comes down by two fifths or more, and no evaluation is better than 95 % of the
first training loss. `partly` and `slowly`: training comes down by less, or by less than a sixth, and every evaluation
is worse than the first, which was no better than the start. Where an accuracy is logged, it ends about where it was.

Why it matters: what is learned does not carry over at all, from the first evaluation on. Overfitting looks otherwise:
it carries over for a while and is lost later. So either the validation data are not what they should be, or the model
that is validated is not the one that is trained.

Not to be confused with: overfitting, which has a good first evaluation; a fine-tuned model, whose training begins low.

Blind spots: a first printed loss that is already a mean over many steps; losses that are counted differently in
training and validation.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.axis import in_order


@detector(
    series("val/loss"),
    series("train/loss"),
    series("val/metric/accuracy", optional=True),
    at_least=points(5),
    when="end",
    kinds=("far", "partly", "slowly"),
)
def val_never_learns(
    val: Series,
    train: Series,
    accuracy: Series | None,
    *,
    held: float = 0.95,
    learned: float = 0.6,
    some: float = 0.85,
    gain: float = 0.1,  # of the room to a perfect accuracy
) -> Findings:
    own, other = in_order(train.steps, train.values)[1], in_order(val.steps, val.values)[1]
    if (train.name, val.name) != ("train/loss", "val/loss") or own.size < 6 or other.size < 5 or not own[0] > 0.0:
        return
    late = float(np.median(own[-max(1, own.size // 3) :]))
    # The early points stand for the start where the very first is a mean or a lucky batch.
    start = float(min(own[0], np.max(own[: max(1, own.size // 20)])))
    far = late <= learned * start and float(other.min()) >= held * start
    if not (far or (float(other[0]) > 0.93 * start and _parts(own, other))) or _rises(accuracy, gain):
        return
    yield Finding(
        severity="warning",
        message=f"{val.name} is never below {other.min():.3g}; training began at {start:.3g} and came to {late:.3g}",
        series=val.name,
        first_step=int(val.steps[0]),
        last_step=int(val.steps[-1]),
        known_step=int(val.steps[-1]),
        open=True,
        evidence={
            "kind": "far" if far else "partly" if late < some * start else "slowly",
            "best": float(other.min()),
            "start": start,
            "train": late,
        },
    )


def _parts(own: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    """Whether training creeps down while validation only gets worse from its first evaluation on."""
    if own.size < 12 or other.size < 8 or other[0] <= 0.0:
        return False
    third, last = own.size // 3, max(1, other.size // 3)
    early, late = own[:third], own[-third:]
    error = 1.25 * float(np.hypot(early.std(), late.std())) / third**0.5
    falls = float(np.median(early) - np.median(late)) > max(0.03 * abs(float(np.median(early))), 2.0 * error)
    first, end = float(other[0]), float(np.median(other[-last:]))
    return falls and float(other.min()) > 0.985 * first and end > 1.02 * first


def _rises(accuracy: Series | None, gain: float, high: float = 0.8) -> bool:
    """Whether the accuracy grows, or is high: what answers right has learned, here or before."""
    if accuracy is None:
        return False
    values = in_order(accuracy.steps, accuracy.values)[1]
    if values.size < 3:
        return False
    values = values / (100.0 if float(values.max()) > 1.0 else 1.0)
    late = float(np.median(values[-max(1, values.size // 3) :]))
    return late > high or late - float(values[0]) > gain * (1.0 - float(values[0]))
