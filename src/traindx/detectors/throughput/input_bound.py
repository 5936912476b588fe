"""The training waits for its data.

What it means: of the time of a step a large part passes before the batch is there: more than half is a warning, more
than three tenths information. `steady`: at most steps; `bursts`: most steps find their batch ready, and every few do
not, as many as there are workers.

Why it matters: the device stands still meanwhile. Nothing is wrong with what is learned, but it could be learned in a
fraction of the time.

Not to be confused with: the first batches, and the rare steps that wait for an evaluation, a checkpoint or the start
of an epoch, which are left out; a step so short that anything takes longer.

Blind spots: a loop whose clock stands before the batch is asked for: waiting is then part of the step.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.alignment import medians_between
from traindx.signals.pace import durations


@detector(series("time/data"), series("time/step"), at_least=points(20), when="end", kinds=("steady", "bursts"))
def input_bound(
    data: Series,
    step: Series,
    *,
    much: float = 0.5,  # of the time: as much again as the step itself
    some: float = 0.3,
    start: float = 0.05,  # of the points, in which workers, caches and compilers start
    rare: float = 0.03,  # of the points, the longest: waits that are not for data
) -> Findings:
    waits = data.values
    whole = medians_between(step.steps, durations(step.values, a_second=False), data.steps)
    keep = np.isfinite(waits) & (waits >= 0) & np.isfinite(whole)
    keep[: max(2, round(start * waits.size))] = False
    if int(keep.sum()) < 15:
        return
    waits, whole = waits[keep], whole[keep]
    longest = np.argsort(-waits, kind="stable")[: max(1, round(rare * waits.size))]
    waits, whole = np.delete(waits, longest), np.delete(whole, longest)
    share = float(waits.sum() / np.maximum(whole, waits).sum())
    usual = float(np.median(waits / np.maximum(whole, waits)))
    if share < some:
        return
    steady = usual > 0.5 * share
    yield Finding(
        severity="warning" if share >= much else "info",
        message=f"{share:.0%} of the time passes waiting for data ({usual:.0%} at the usual step)",
        series=data.name,
        first_step=int(data.steps[0]),
        last_step=int(data.steps[-1]),
        known_step=int(data.steps[-1]),
        open=True,
        evidence={"kind": "steady" if steady else "bursts", "share": share, "usual": usual},
    )
