"""One rank is slower than the others.

What it means: its steps take a quarter longer than those of the usual rank, at nearly every step.

Why it matters: ranks wait for each other at every step, so the slowest sets the pace of all. With eight ranks, seven
stand still for that quarter.

Not to be confused with: ranks that take turns at being the slowest, as uneven batches make them; the first rank, which
alone writes logs and checkpoints, at those steps.

Blind spots: a time that holds the waiting for the others is the same for all ranks.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.signals.pace import durations


@detector(series("time/step@*", "throughput/*@*"), whole_run(), at_least=points(10), when="end")
def lagging_rank(
    first: Series,
    run: Run,
    *,
    slower: float = 1.25,  # times the usual rank: equal machines agree within a tenth
    often: float = 0.8,  # of the steps
) -> Findings:
    ranks = run.ranks(first.name)
    if len(ranks) < 2:
        return
    common = sorted(set.intersection(*(set(one.steps.tolist()) for one in ranks.values())))
    rows = []
    for one in ranks.values():
        table = dict(zip(one.steps.tolist(), one.values.tolist(), strict=True))
        at = [table[step] for step in common]
        rows.append(durations(at, a_second=first.name.startswith("throughput/")))
    times = np.array(rows)
    times = times[:, np.isfinite(times).all(axis=0)]
    if times.shape[1] < 10:
        return
    slowest = int(np.argmax(np.median(times, axis=1)))
    others = np.median(np.delete(times, slowest, axis=0), axis=0)
    ratio = times[slowest] / others
    if float(np.median(ratio)) < slower or float((ratio > 1.1).mean()) < often:
        return
    rank = list(ranks)[slowest]
    yield Finding(
        severity="warning",
        message=f"rank {0 if rank is None else rank} takes {np.median(ratio):.2g} times as long as the others",
        series=first.name,
        rank=rank,
        first_step=int(first.steps[0]),
        last_step=int(first.steps[-1]),
        known_step=int(first.steps[-1]),
        open=True,
        evidence={"times": float(np.median(ratio)), "ranks": len(ranks)},
    )
