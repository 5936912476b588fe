"""The gradient is clipped at nearly every step.

What it means: the logged norm, which is taken before clipping, lies above the threshold at nearly every point. The
length of a step is then set by the threshold and no longer by the gradient. `tight`: the usual norm is more than ten
times the threshold; `mild`: less.

Why it matters: plain gradient descent takes steps of one short length, whether the loss is steep or flat. With a
threshold of less than a tenth of the usual norm that is a learning rate ten times too low.

Not to be confused with: clipping of the jumps alone, which is its purpose. Adam and its kin divide the length out
again, so that it is information there; large language models are often trained so.

Blind spots: a norm that was logged after clipping; a threshold that is not in the settings; clipping of single entries.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series, setting


@detector(
    series("grad/norm"),
    setting("clip"),
    setting("optimizer", optional=True),
    at_least=points(10),
    when="end",
    kinds=("tight", "mild"),
)
def clipping_always(
    norm: Series,
    clip: Any,
    optimizer: Any,
    *,
    share: float = 0.9,  # of the points: below, there are stretches in which the gradient still speaks
    times: float = 10.0,  # the threshold: the usual factor by which a rate is too low before it is plainly slow
) -> Findings:
    limit = _positive(clip)
    values = norm.values[np.isfinite(norm.values)]
    if limit is None or len(values) < 10:
        return
    clipped = float((values > 1.001 * limit).mean())  # a norm that was logged after clipping stops at the threshold
    if clipped < share:
        return
    usual = float(np.median(values))
    tight = usual > times * limit
    scaled = any(word in str(optimizer).lower() for word in ("ada", "lamb", "rms", "lion", "muon"))
    yield Finding(
        severity="warning" if tight and not scaled and optimizer is not None else "info",
        message=f"{clipped:.0%} of the gradients are clipped: usually {usual:.3g}, at most {limit:g} is let through",
        series=norm.name,
        first_step=int(norm.steps[0]),
        last_step=int(norm.steps[-1]),
        known_step=int(norm.steps[-1]),
        open=True,
        evidence={"kind": "tight" if tight else "mild", "share": clipped, "usual": usual, "limit": limit},
    )


def _positive(clip: Any) -> float | None:
    """The threshold as a number, or None where none is set."""
    try:
        limit = float(clip)
    except (TypeError, ValueError):
        return None
    return limit if 0.0 < limit < float("inf") else None
