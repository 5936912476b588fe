"""The loss has arrived at its least possible value.

What it means: from its start the loss has come all but a fiftieth of the way to the least value that it can have: zero,
or the entropy of the labels where these are smoothed.

Why it matters: there is nothing left for the training set to give. Whether that is success is for validation to say.

Not to be confused with: a plateau, which stands well above any floor, and a loss that was zero from one step to the
next (zero-loss).

Blind spots: the least value of most losses is not known: noise in the targets, missing information and densities put it
anywhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series, setting
from traindx.schema.settings import class_count
from traindx.signals.axis import in_order
from traindx.signals.entropy import smoothed_floor


@detector(
    series("train/loss"),
    setting("label_smoothing", optional=True),
    setting("classes", "vocabulary", optional=True),
    at_least=points(10),
    when="end",
)
def loss_at_floor(
    loss: Series,
    smoothing: Any,
    classes: Any,
    *,
    share: float = 0.02,  # of the way from the first values to the floor
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    if values.size < 10 or values.min() < 0.0:
        return
    count = class_count(classes)
    smooth = isinstance(smoothing, int | float) and 0.0 < smoothing < 1.0
    floor = smoothed_floor(count, float(smoothing)) if smooth and count else 0.0
    start, end = float(np.median(values[:3])), float(np.median(values[-max(3, values.size // 10) :]))
    if start <= floor or end - floor > share * (start - floor):
        return
    arrived = int(np.argmax(values - floor <= 2.0 * share * (start - floor)))
    yield Finding(
        severity="info",
        message=f"{loss.name} ends at {end:.3g}, at its least possible value of {floor:.3g}",
        series=loss.name,
        first_step=int(steps[arrived]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"level": end, "floor": floor, "start": start},
    )
