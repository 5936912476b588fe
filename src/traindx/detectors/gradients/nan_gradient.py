"""The gradient norm is not a finite number.

What it means: the norm over all gradients, or of one layer, is NaN or infinite from the first point on
(`from-the-start`), from some later point to the end (`later`), or at single points between finite ones (`passing`).

Why it matters: an update made with such a gradient spoils every weight at once. A loop that skips the step instead
stands still for as long as it lasts; the loss then looks fine or reads as exactly zero.

Not to be confused with: mixed precision, whose loss scale is raised until a step overflows; the step is skipped and the
scale halved. A few infinite norms at the start, and lone ones every thousand steps or so, belong to it: information.
So is a layer without a number from the start, beside others that have one: some loops log frozen layers so.

Blind spots: a writer that leaves such values out, or writes zero for them, hides this from the log.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run


@detector(
    series("grad/norm", "grad/norm/clipped", "grad/norm/*", each=True),
    whole_run(),
    at_least=points(1),
    when="event",
    kinds=("from-the-start", "later", "passing"),
)
def nan_gradient(
    norm: Series,
    run: Run,
    *,
    search: int = 20,  # points: a scale of 2**16 halved until nothing overflows needs at most sixteen
    rare: float = 0.01,  # of the points: the scale is tried anew every 2000 steps, whatever the log shows of them
) -> Findings:
    bad = ~np.isfinite(norm.values)
    if not bad.any():
        return
    first = int(np.argmax(bad))
    since = int(np.flatnonzero(~bad)[-1]) + 1 if not bad.all() else 0  # from here to the end nothing is finite
    tail = bad.size - since
    # One last value that is not finite may be followed by a finite one; two in a row seldom are.
    stays = tail >= 2 or (tail == 1 and bad.size == 1)
    kind = "passing" if not stays else "from-the-start" if since == 0 and not _under_way(run) else "later"
    harmless = kind == "passing" and (bad[search:].sum() <= max(1.0, rare * bad.size))
    harmless |= bad.all() and norm.layer is not None and _others(norm, run)
    step = int(norm.steps[first])
    yield Finding(
        severity="info" if harmless else "warning" if kind == "passing" else "error",
        message=_message(norm, kind, int(bad.sum()), int(norm.steps[since if stays else first])),
        series=norm.name,
        layer=norm.layer,
        first_step=step,
        last_step=int(norm.steps[np.flatnonzero(bad)[-1]]),
        known_step=int(norm.steps[min(since + 1, bad.size - 1)]) if stays else step,
        open=bool(bad[-1]),
        evidence={
            "kind": kind,
            "points": int(bad.sum()),
            "of": int(bad.size),
            "since": int(norm.steps[since]) if stays else None,
        },
    )


def _others(norm: Series, run: Run) -> bool:
    """Whether another layer has a gradient at some step at which this one has none."""
    return any(
        np.isfinite(one.values[one.steps <= norm.steps[-1]]).any()
        for layer, one in run.layers("grad/norm").items()
        if layer != norm.layer
    )


def _under_way(run: Run) -> bool:
    """Whether the log begins long after its training did: nobody knows then what was before."""
    longest = max(run.series.values(), key=len, default=None)
    if longest is None or len(longest) < 2:
        return False
    spacing = max(1.0, float(longest.steps[-1] - longest.steps[0]) / (len(longest) - 1))
    return float(min(one.steps.min() for one in run.series.values() if len(one))) > 20.0 * spacing


def _message(norm: Series, kind: str, count: int, step: int) -> str:
    if kind == "passing":
        return f"{norm.name} is not finite at {count} of {len(norm)} points, the first at step {step}"
    return f"{norm.name} is not finite from step {step} on"
