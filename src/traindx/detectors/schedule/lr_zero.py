"""The learning rate is zero while training goes on.

What it means: the rate is zero from the first to the last point (`from-start`), or it sank below a thousandth of its
peak with a fifth of the run or more still to go (`before-the-end`).

Why it matters: steps that are that small change nothing. From the start on, the whole run is spent on noise; later, the
model stays what it was when the rate vanished. A schedule made for fewer steps, or stepped every batch instead of every
epoch, does this.

Not to be confused with: a schedule that reaches zero with the last steps, as a linear or cosine decay should; a warm-up
that begins at zero; a rate that was cut step by step because nothing improved any more, which is information only
unless three fifths of the run were spent after it.

Blind spots: a rate printed with few digits reads as zero. Where the loss falls all the same, nothing is reported.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.trend import block_trend


@detector(
    series("lr", "lr/*"),
    series("train/loss", optional=True),
    at_least=points(3),
    when="end",
    kinds=("from-start", "before-the-end"),
)
def lr_zero(
    rate: Series,
    loss: Series | None,
    *,
    small: float = 1e-3,  # of the peak: a fifth of the run at this rate is worth a five-thousandth of it at the peak
    rest: float = 0.2,  # of the run: linear and cosine decays spend their last 2 % below a thousandth
    wasted: float = 0.6,  # of the run: whoever cut the rate should have ended it, or cut it less
) -> Findings:
    keep = np.isfinite(rate.values)
    values, steps = np.abs(rate.values[keep]), rate.steps[keep]
    if values.size < 3 or steps[-1] <= steps[0]:
        return
    if not values.any():
        # A piece of a log may show nothing but the end of a decay, where it leaves out more than it shows.
        whole = steps[-1] - steps[0] >= steps[0]
        if not _falls(loss):
            yield _finding("from-start", "error" if whole else "info", rate, steps, 0, 2, 0.0)
        return
    peak = float(values.max())
    alive = np.flatnonzero(values >= small * peak)
    gone = int(alive[-1]) + 1
    if gone >= values.size or int(alive[-1]) < 1:
        return
    left = float(steps[-1] - steps[gone]) / float(steps[-1] - steps[0])
    if left < rest or values.size - gone < 3:
        return
    severity = "error" if left >= 0.5 else "warning"
    if _cut_in_steps(values[: gone + 1]):
        severity = "info" if left < wasted else "warning"
    seen = np.flatnonzero(steps - steps[gone] >= rest * (steps - steps[0]))
    known = max(int(seen[seen > gone][0]), gone + 2)
    yield _finding("before-the-end", severity, rate, steps, gone, known, left)


def _finding(
    kind: str, severity: str, rate: Series, steps: NDArray[np.int64], gone: int, known: int, left: float
) -> Finding:
    what = f"is zero at all {steps.size} points" if kind == "from-start" else f"is gone from step {steps[gone]} on"
    more = "" if kind == "from-start" else f", with {left:.0%} of the run to go"
    return Finding(
        severity=severity,
        message=f"{rate.name} {what}{more}",
        series=rate.name,
        first_step=int(steps[gone]),
        last_step=int(steps[-1]),
        known_step=int(steps[known]),
        open=True,
        evidence={"kind": kind, "peak": float(np.nanmax(rate.values)), "left": left},
    )


def _falls(loss: Series | None) -> bool:
    """Whether the loss falls beyond its scatter, so that the rate cannot really be zero."""
    values = np.empty(0) if loss is None else loss.values[np.isfinite(loss.values)]
    if values.size < 10:
        return False
    p, sign = block_trend(values)
    third = values.size // 3
    fall = float(np.median(values[: max(3, values.size // 10)]) - np.median(values[-third:]))
    return sign < 0 and p < 0.01 and fall > 0.05 * abs(float(np.median(values)))


def _cut_in_steps(values: NDArray[np.float64]) -> bool:
    """A rate that stood, was cut, stood again, for unequal times: somebody watched for progress and cut it."""
    changes = np.flatnonzero(np.diff(values) < 0)
    if changes.size < 3 or changes.size > 0.2 * values.size:
        return False
    apart = np.diff(changes)
    return bool(apart.max() > 1.25 * apart.min())
