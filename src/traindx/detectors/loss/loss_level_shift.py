"""The loss jumps to a higher level and stays there.

What it means: from one point to the next the loss stands clearly higher than in the points before, and does not come
down within the next ones. `with-rate` says that the learning rate rose at the same place.

Why it matters: a part of what had been learned is gone, or what is asked for has changed: other data, another optimizer
state after a resume, units that died, a schedule that began anew.

Not to be confused with: a spike, which comes back at once; a restart of the schedule or harder data in a curriculum,
from which the loss recovers. A shift that was made up for later, or of which less than a third is left, is reported as
information only. Losses of an agent jump when it finds something new, and those with an opponent when it joins: where
returns or opponents are named nothing is judged.

Blind spots: shifts smaller than a third, or smaller than five times the noise, are not told from it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.schema.names import contested
from traindx.signals.axis import in_order
from traindx.signals.relative import scales
from traindx.signals.shifts import Shift, upward_shifts
from traindx.signals.smoothing import trailing_median


@detector(
    series("train/loss"),
    series("lr", "lr/*", optional=True),
    whole_run(),
    at_least=points(9),
    when="event",
    kinds=("with-rate", "alone"),
)
def loss_level_shift(
    loss: Series,
    rate: Series | None,
    run: Run,
    *,
    least: float = 0.262,  # the logarithm of 1.3
    made_up: float = 0.35,  # what may be left of the jump for it to count as recovered
    rate_jump: float = 1.5,  # a rate that rises by half within a few points did not do so by its usual course
) -> Findings:
    if contested(run.series):
        return
    steps, values = in_order(loss.steps, loss.values)
    after = 3 if loss.independent else 10
    for scale in scales(values, bottom=0.05):
        for one in _shifts(scale.values, after, least):
            if one.place < scale.begin:
                continue
            left = _left(scale.values, one, after)
            stands = left >= made_up and left * (one.new_level - one.level) > least
            at, jumped = int(steps[one.place]), _rate_jumps(rate, steps, one.place, rate_jump)
            ratio = math.exp(min(one.new_level - one.level, 50.0)) if scale.logarithmic else None
            by = f"{ratio:.3g} times as high" if ratio else "far higher"
            yield Finding(
                severity="warning" if stands else "info",
                message=f"{loss.name} jumps at step {at} and stays {by}" if stands
                else f"{loss.name} jumps at step {at} to {by}, and comes down later",
                series=loss.name,
                first_step=at,
                last_step=int(steps[one.place + after - 1]),
                known_step=int(steps[one.place + after - 1]),
                open=stands,
                evidence={"kind": "with-rate" if jumped else "alone", "ratio": ratio, "left": round(left, 3)},
            )  # fmt: skip


def _shifts(scaled: NDArray[np.float64], after: int, least: float) -> list[Shift]:
    if after == 10:
        return upward_shifts(scaled, least=least)
    return upward_shifts(scaled, before=12, after=after, history=6, least=max(least, 0.405), z=8.0)


def _left(scaled: NDArray[np.float64], shift: Shift, after: int) -> float:
    """How much of the jump still stands at the lowest level that came later."""
    later = trailing_median(scaled[shift.place :], after)[after - 1 :]
    return (float(later.min()) - shift.level) / (shift.new_level - shift.level)


def _rate_jumps(rate: Series | None, steps: NDArray[np.int64], index: int, factor: float) -> bool:
    """Whether the rate a little after is so much higher than the rate a little before."""
    if rate is None:
        return False
    at, rates = in_order(rate.steps, rate.values)
    before = rates[at <= steps[max(0, index - 3)]]
    near = rates[(at > steps[max(0, index - 3)]) & (at <= steps[min(index + 2, steps.size - 1)])]
    return bool(before.size and near.size and near.max() > factor * before[-1] and near.max() > 0.0)
