"""A loss that cannot be negative is negative: a cross-entropy, or an error that is a square or a size.

What it means: a loss that is named a cross-entropy (or begins where one of so many classes begins) went below zero, by
a usual amount (`below-zero`) or to where numbers end (`out-of-range`). A cross-entropy is minus the logarithm of a
probability and cannot; no more can a squared or an absolute error.

Why it matters: what is minimised is not what was meant. Mostly the sign is turned, so that training drives the model
away from its targets; a number beyond all sizes comes of samples that the loss is not defined for; else the targets are
no probabilities, or something is subtracted from the loss.

Not to be confused with: a likelihood of real numbers (Gaussian, flows), which is a density and may well exceed one; its
negative logarithm goes below zero in healthy runs.

Blind spots: where the log names neither the loss nor the number of classes, a negative value may be right.
"""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series, setting
from traindx.schema.settings import class_count, loss_family
from traindx.signals.axis import in_order
from traindx.signals.entropy import uniform

# The names of terms and metrics that say by themselves that they cannot be negative.
ERRORS = (
    "mse",
    "mae",
    "rmse",
    "mseloss",
    "l1",
    "l1loss",
    "l2",
    "huber",
    "smoothl1",
    "smoothl1loss",
    "meansquarederror",
)
TERMS = (*ERRORS, "ce", "bce", "ctc", "cls_ce", "cross_entropy", "crossentropy", "xent", "loss_ce", "loss_ctc")


@detector(
    series("train/loss", "train/loss/*", each=True),
    setting("loss", optional=True),
    setting("classes", "vocabulary", optional=True),
    at_least=points(1),
    when="event",
    kinds=("below-zero", "out-of-range"),
)
def negative_cross_entropy(
    loss: Series,
    named: Any,
    classes: Any,
    *,
    rounding: float = 1e-3,  # half precision rounds a loss of zero to no less than this below it
    end: float = 1e20,  # a sum of minus logarithms in single precision does not come near it
    alike: float = 0.3,  # a healthy head begins within .95 to 1.41 of log C, in 180 healthy runs
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    below = values < -rounding
    if not below.any():
        return
    plain, count = loss.name == "train/loss", class_count(classes)
    family = loss_family(named) if plain else None
    own = loss.name.rpartition("/")[2].lower()
    error = isinstance(named, str) and re.sub(r"[^a-z0-9]", "", named.lower()) in ERRORS
    certain = family in ("cross-entropy", "binary") or error if plain else own in TERMS
    if own in ERRORS and isinstance(named, str):
        certain = error  # some writers call every loss of a regression so, a likelihood too
    ratio = abs(float(values[0])) / uniform(count) if count else math.nan
    assumed = plain and family is None and abs(ratio - 1.0) <= alike
    if not certain and not assumed:
        return
    first = int(np.argmax(below))
    yield Finding(
        severity="error" if certain else "warning",
        message=f"{loss.name} is {values[first]:.4g} at step {steps[first]}; {_what(own, error)} cannot be negative",
        series=loss.name,
        first_step=int(steps[first]),
        last_step=int(steps[np.flatnonzero(below)[-1]]),
        known_step=int(steps[first]),
        open=bool(below[-1]),
        invariant=certain,
        evidence={
            "kind": "out-of-range" if values[first] < -end else "below-zero",
            "lowest": float(values.min()),
            "points": int(below.sum()),
            "assumed": not certain,
        },
    )


def _what(own: str, error: bool) -> str:
    return "an error" if error or own in ERRORS else "a cross-entropy"
