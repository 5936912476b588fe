"""Many steps are computed and then skipped.

What it means: the counter of skipped steps says that more than a twentieth of the steps of the later half were not
taken (a warning), or nearly all of them (an error).

Why it matters: a skipped step costs as much as any other and trains nothing. Mixed precision skips a step whose
gradient overflows; a skip now and then is its way of working, many are an overflow that does not go away.

Not to be confused with: the steps that are skipped while the loss scale is searched for at the start; one in two
thousand later on.

Blind spots: a loop that skips without counting.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series


@detector(series("amp/skipped/total", "amp/skipped"), at_least=points(4), when="end", kinds=("many", "nearly-all"))
def optimizer_skips_steps(
    skipped: Series,
    *,
    many: float = 0.05,  # of the steps: a scale that is tried anew every 2000 steps skips a thousandth or two
    nearly_all: float = 0.9,
    search: int = 60,  # steps at the start in which the scale is looked for
) -> Findings:
    keep = np.isfinite(skipped.values)
    steps, counts = skipped.steps[keep], skipped.values[keep]
    if len(set(steps.tolist())) < 4:
        return
    since = _since(skipped.name, steps, counts)
    half = (steps[1:] > steps[0] + (steps[-1] - steps[0]) // 2) & (steps[1:] > steps[0] + search)
    taken = np.diff(steps)[half]
    if int(half.sum()) < 2 or taken.sum() <= 0:
        return
    share = float(since[half].sum()) / float(taken.sum())
    if share <= many or float(since[half].sum()) < 3:
        return
    yield Finding(
        severity="error" if share >= nearly_all else "warning",
        message=f"{min(share, 1.0):.0%} of the steps since step {steps[1:][half][0]} were skipped",
        series=skipped.name,
        first_step=int(steps[1:][half][0]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"kind": "nearly-all" if share >= nearly_all else "many", "share": share},
    )


def _since(name: str, steps: NDArray[np.int64], counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """How many were skipped since the point before; a counter that fell began anew."""
    if name.endswith("total"):
        return np.asarray(np.maximum(np.diff(counts), 0.0))
    return np.asarray(np.clip(counts[1:], 0.0, np.maximum(np.diff(steps), 0)))
