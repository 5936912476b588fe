"""The validation loss goes down a little at every single evaluation, and has hardly come down at the end.

What it means: nearly all evaluations are better than the one before, on a line without noise, and all of them together
have taken less than a tenth off the first.

Why it matters: evaluations on the same data are free of the noise of batches, so that the smallest progress shows. A
model that moves in the right direction all the time, and hardly moves, takes steps that are far too small.

Not to be confused with: a model that cannot learn any more, whose evaluations wander up and down; a fine-tuned one that
needed little.

Blind spots: fewer than eight evaluations; logs that print so few digits that the progress is rounded away.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.axis import in_order


@detector(series("val/loss", "val/metric/mse"), at_least=points(8), when="end")
def validation_creeps(
    val: Series,
    *,
    share: float = 0.9,  # of the evaluations that are better than the one before
    most: float = 0.1,
    least: float = 5e-4,
) -> Findings:
    steps, values = in_order(val.steps, val.values)
    if values.size < 8 or values[0] <= 0.0 or values.size < len(val):
        return
    changes = np.diff(values)
    fall = float(values[0] - values[-1]) / float(values[0])
    held = float(values.max() - values[0]) <= 0.02 * fall * float(values[0])
    if float((changes <= 0.0).mean()) < share or float((changes < 0.0).mean()) < 0.6 or not held:
        return
    # A curve that took most of its fall in its first steps has come down, not crept.
    if not least <= fall <= most or float(-changes[:2].sum()) > 0.5 * fall * float(values[0]):
        return
    yield Finding(
        severity="info",
        message=f"{val.name} creeps from {values[0]:.5g} to {values[-1]:.5g} in {values.size} evaluations",
        series=val.name,
        first_step=int(steps[0]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"fall": fall, "evaluations": int(values.size)},
    )
