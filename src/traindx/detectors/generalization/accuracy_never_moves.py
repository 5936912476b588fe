"""The validation accuracy is the same to the last digit at every evaluation.

What it means: ten evaluations or more, over the whole run, all give one accuracy, which lies between nought and three
quarters.

Why it matters: a model that changes at all changes some of its answers. One that gives every sample the same answer
scores the share of that answer's class, evaluation after evaluation, whatever the loss does meanwhile.

Not to be confused with: an accuracy printed with one or two digits, which moves less than it shows; a handful of
validation samples; a model that is nearly perfect and stays so.

Blind spots: a constant answer that changes from one class to another during the run; fewer evaluations.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series


@detector(series("val/metric/accuracy"), series("train/loss"), at_least=points(10), when="end")
def accuracy_never_moves(
    accuracy: Series,
    loss: Series,
    *,
    below: float = 0.75,  # above, the few samples that are still wrong may well be the same ones each time
    moves: float = 0.01,  # of the loss: a run whose loss stands still as well is told elsewhere
) -> Findings:
    held = accuracy.values[np.isfinite(accuracy.values)]
    known = loss.values[np.isfinite(loss.values)]
    if held.size < 10 or known.size < 2 or np.ptp(held) != 0.0 or np.unique(accuracy.steps).size < 10:
        return
    share = float(held[0]) / (100.0 if held[0] > 1.0 else 1.0)
    printed = round(share, 2) == round(share, 9)  # two digits hide half a point of movement
    if not 0.0 < share < below or printed or np.ptp(known) <= moves * abs(float(np.median(known))):
        return
    yield Finding(
        severity="warning",
        message=f"{accuracy.name} is {held[0]:.4g} at all {held.size} evaluations",
        series=accuracy.name,
        first_step=int(accuracy.steps[0]),
        last_step=int(accuracy.steps[-1]),
        known_step=int(accuracy.steps[9]),
        open=True,
        evidence={"accuracy": share, "evaluations": int(held.size)},
    )
