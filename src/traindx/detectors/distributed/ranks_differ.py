"""Ranks that should do the same do not.

What it means: `rate`: ranks train with different learning rates at the same step. `loss`: the training losses of the
ranks started together and have drifted apart, far beyond their scatter.

Why it matters: ranks share one model. When they train it differently, or no longer share it, each carries on with a
model of its own, and the one that is saved is that of the first.

Not to be confused with: losses that differ from batch to batch; ranks with different data, whose losses lie apart from
the start: information.

Blind spots: losses that were averaged over the ranks before they were logged are the same whatever happens.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run


@detector(series("train/loss@*", "lr@*"), whole_run(), at_least=points(10), when="end", kinds=("rate", "loss", "apart"))
def ranks_differ(
    first: Series,
    run: Run,
    *,
    rate: float = 0.01,  # of the rate: less is rounding
    apart: float = 0.1,  # of the loss
    z: float = 6.0,  # standard errors of the difference between two ranks
) -> Findings:
    rates = _together(run.ranks("lr"))
    if rates is not None and _spread(rates).mean() > 0.5 * rate and (_spread(rates) > rate).mean() >= 0.5:
        yield _finding(first, "warning", "rate", f"ranks train with rates {_spread(rates).max():.0%} apart")
    losses = _together(run.ranks("train/loss"))
    if losses is None or losses.shape[1] < 10 or not (losses > 0).all():
        return
    logs = np.log(losses) - np.log(losses).mean(axis=0)
    third = logs.shape[1] // 3
    early, late = logs[:, :third], logs[:, -third:]
    difference = float(np.ptp(late.mean(axis=1)))
    error = float(late.std(axis=1, ddof=1).mean()) * np.sqrt(2.0 / third)
    if difference < max(apart, z * error):
        return
    before = float(np.ptp(early.mean(axis=1)))
    drifted = difference > 2.0 * before
    words = f"the losses of the ranks lie {np.expm1(difference):.0%} apart at the end, {np.expm1(before):.0%} at first"
    yield _finding(first, "warning" if drifted else "info", "loss" if drifted else "apart", words)


def _together(ranks: dict[int | None, Series]) -> NDArray[np.float64] | None:
    """One row a rank, over the steps that all of them have."""
    if len(ranks) < 2:
        return None
    common = sorted(set.intersection(*(set(one.steps.tolist()) for one in ranks.values())))
    tables = [dict(zip(one.steps.tolist(), one.values.tolist(), strict=True)) for one in ranks.values()]
    rows = np.array([[table[step] for step in common] for table in tables])
    rows = rows[:, np.isfinite(rows).all(axis=0)]
    return rows if rows.shape[1] >= 3 else None


def _spread(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """At each step how far the ranks lie apart, over the largest."""
    largest = np.abs(rows).max(axis=0)
    return np.asarray(np.divide(np.ptp(rows, axis=0), largest, out=np.zeros_like(largest), where=largest > 0))


def _finding(first: Series, severity: str, kind: str, words: str) -> Finding:
    return Finding(
        severity=severity,
        message=words,
        series=first.name,
        first_step=int(first.steps[0]),
        last_step=int(first.steps[-1]),
        known_step=int(first.steps[-1]),
        open=True,
        evidence={"kind": kind},
    )
