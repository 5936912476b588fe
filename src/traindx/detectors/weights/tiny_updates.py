"""The updates are far too small for the weights to move.

What it means: one step changes the weights of the usual layer by less than a millionth of their size (a hundred
thousandth is information), although the learning rate has not decayed.

Why it matters: at a millionth a step it takes a million steps to turn a weight over. The rate is too low, the gradient
is divided away, or the updates are lost to rounding.

Not to be confused with: warm-up and the end of a schedule, which are left out where the rate is logged; fine-tuning,
whose updates of a hundred thousandth are usual; frozen layers.

Blind spots: without the rate only the first half of the run is judged.
"""

from __future__ import annotations

import numpy as np

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.schema.layers import is_slight
from traindx.signals.robust import median


@detector(series("update/ratio/*"), whole_run(), at_least=points(5), when="end")
def tiny_updates(
    first: Series,
    run: Run,
    *,
    tiny: float = 1e-6,  # of the weights a step; a thousandth is usual, fine-tuning goes down to a hundred thousandth
    small: float = 1e-5,
    decayed: float = 0.3,  # of the peak: below, the rate is what makes the updates small
) -> Findings:
    levels = {}
    for layer, one in run.layers("update/ratio").items():
        kept = one.values[_at_full_rate(one, run, decayed)]
        kept = kept[np.isfinite(kept)]
        if kept.size >= 5 and not is_slight(layer) and kept.any():
            levels[layer] = median(kept)
    usual = median(list(levels.values()))
    if not levels or not usual < small:
        return
    yield Finding(
        severity="warning" if usual < tiny else "info",
        message=f"a step changes the usual layer by {usual:.1g} of its weights ({len(levels)} layers)",
        series=first.name,
        first_step=int(first.steps[0]),
        last_step=int(first.steps[-1]),
        known_step=int(first.steps[-1]),
        open=True,
        evidence={"usual": usual, "layers": len(levels), "smallest": min(levels, key=lambda layer: levels[layer])},
    )


def _at_full_rate(ratio: Series, run: Run, decayed: float) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """The points at which the rate is near its peak; the first half of the run where none is logged."""
    rate = next((run.series[key] for key in run.series if key == "lr" or key.startswith("lr/")), None)
    if rate is None or not len(rate) or not np.isfinite(rate.values).any():
        return np.asarray(np.arange(len(ratio)) < max(5, len(ratio) // 2))
    at = np.interp(ratio.steps, rate.steps, rate.values)
    return np.asarray(at >= decayed * float(np.nanmax(rate.values)))
