"""The training became slower at one place and stayed so.

What it means: from some point to the end a step takes twice as long as before and more. A slow stretch that ended is
information (`passing`); `stays` is not.

Why it matters: something on the machine changed: another job, a device that throttles, a disk or a network that
stalls. The same training takes twice as long from there on.

Not to be confused with: single long steps for an evaluation, a checkpoint or a compilation; a slow start; time that
grows little by little, which is step-time-grows; larger batches, pictures or longer texts later on, by plan.

Blind spots: a change in the work of a step is not told from a change in the machine.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.pace import block_medians, durations
from traindx.signals.smoothing import block_starts


@detector(
    series("time/step", "throughput/steps", "throughput/samples", "throughput/tokens"),
    at_least=points(40),
    when="end",
    kinds=("stays", "passing"),
)
def throughput_drop(
    pace: Series,
    *,
    times: float = 2.0,  # a step: what shares a machine varies by less
    blocks: int = 20,  # medians of a twentieth of the run: pauses vanish in them
    sharp: float = 0.7,  # of the growth at one place; more slowly it is another finding
) -> Findings:
    seconds = durations(pace.values, a_second=pace.name.startswith("throughput/"))
    keep = np.isfinite(seconds)
    if int(keep.sum()) < 40 or len(set(pace.steps.tolist())) < 40:
        return
    seconds, steps = seconds[keep], pace.steps[keep]
    levels = np.log(block_medians(seconds, blocks))
    usual = float(np.median(levels[1 : blocks // 2]))  # the first holds the start
    slow = levels > usual + np.log(times)
    if not slow[blocks // 2 :].any() or slow[1:4].any():
        return
    place = int(np.flatnonzero(slow)[0])
    stays = bool(slow[place:].all()) and place < blocks - 1
    height = float(np.median(levels[slow])) - usual
    # The block in which it happens may lie between: two rises are one.
    jump = float(max(levels[min(place + 1, blocks - 1)] - levels[place - 1], levels[place] - levels[max(place - 2, 0)]))
    if jump < sharp * height:
        return
    begins = int(steps[block_starts(steps.size, blocks)[place]])
    yield Finding(
        severity="warning" if stays else "info",
        message=f"a step takes {np.exp(height):.2g} times as long from about step {begins} on",
        series=pace.name,
        first_step=begins,
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=stays,
        evidence={"kind": "stays" if stays else "passing", "times": float(np.exp(height))},
    )
