"""Every evaluation gives the same loss to the last digit, while the training loss moves.

What it means: four evaluations or more over the whole run, all with one validation loss; the training loss differs from
batch to batch, and nothing else.

Why it matters: the same data give the same loss only when the same weights answer. The training goes round without
moving anything that the loss depends on.

Not to be confused with: a model that gives one constant answer, whose loss still moves in the last digits, or stands
still in training as well; an evaluation that is read from a cache; a loss printed with one digit.

Blind spots: evaluations in training mode or on samples drawn anew, which differ although nothing moves; the last digits
of a log that prints few of them.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series


@detector(series("val/loss"), series("train/loss"), at_least=points(4), when="end")
def evaluations_never_change(
    val: Series,
    train: Series,
    *,
    digits: int = 3,  # after the first that counts: two may well agree by rounding
    moves: float = 1e-3,  # a training loss that stands as well is of a model that answers all batches alike
) -> Findings:
    held, own = val.values[np.isfinite(val.values)], train.values[np.isfinite(train.values)]
    if held.size < 4 or held.size < len(val) or own.size < 4 or np.unique(val.steps).size < 4 or held[0] == 0.0:
        return
    written = f"{abs(float(held[0])):.12g}".replace(".", "").strip("0")
    if np.ptp(held) != 0.0 or np.ptp(own) <= moves * abs(float(np.median(own))) or len(written) < digits:
        return
    yield Finding(
        severity="warning",
        message=f"{val.name} is {held[0]:.6g} at all {held.size} evaluations",
        series=val.name,
        first_step=int(val.steps[0]),
        last_step=int(val.steps[-1]),
        known_step=int(val.steps[3]),
        open=True,
        evidence={"value": float(held[0]), "evaluations": int(held.size)},
    )
