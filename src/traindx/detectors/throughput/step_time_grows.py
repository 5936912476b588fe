"""Each step takes a little longer than the one before.

What it means: the time of a step rises steadily over the run, to half as much again and more.

Why it matters: something grows with every step: a graph that is kept from step to step, a list of tensors, a buffer
that is searched, a log that is drawn anew. It ends in a training that crawls, or out of memory.

Not to be confused with: a slow start; a change at one place, which is throughput-drop; longer episodes of an agent that
learns, longer texts and larger pictures by plan: where the series speak of rewards this is information.

Blind spots: work that grows by plan is not told from work that grows by mistake.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.schema.names import contested
from traindx.signals.pace import block_medians, durations
from traindx.signals.trend import mann_kendall


@detector(
    series("time/step", "throughput/steps", "throughput/samples", "throughput/tokens"),
    whole_run(),
    at_least=points(40),
    when="end",
)
def step_time_grows(
    pace: Series,
    run: Run,
    *,
    times: float = 1.5,  # from the second tenth to the last: warm machines slow down by a few percent
    blocks: int = 10,
    steady: float = 0.85,  # Kendall's tau of the ten medians: two neighbours may change places
    sharp: float = 0.6,  # of the growth from one tenth to the next: that is a jump and no growth
) -> Findings:
    seconds = durations(pace.values, a_second=pace.name.startswith("throughput/"))
    keep = np.isfinite(seconds)
    if int(keep.sum()) < 40 or len(set(pace.steps.tolist())) < 40:
        return
    seconds, steps = seconds[keep], pace.steps[keep]
    levels = block_medians(seconds, blocks)
    grew = float(levels[-1] / levels[1])
    rises = np.diff(levels[1:])
    tau, _ = mann_kendall(levels[1:])
    if grew < times or tau < steady or rises.max() > sharp * (levels[-1] - levels[1]):
        return
    # What levels off has found its place: half of the growth is in the second half.
    if levels[-1] - levels[blocks // 2] < 0.3 * (levels[-1] - levels[1]):
        return
    agent = contested(run.series)
    yield Finding(
        severity="info" if agent else "warning",
        message=f"a step takes {grew:.2g} times as long at the end, growing all the time",
        series=pace.name,
        first_step=int(steps[steps.size // blocks]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"times": grew, "tau": tau, "rewards": agent},
    )
