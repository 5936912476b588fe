"""The learning rate moves inside an epoch, in a run of several epochs.

What it means: within the first epoch the rate falls to a thousandth of its peak and less, for good or again and again,
or it falls by the same factor with every batch and is gone before the middle of the run (`to-zero`). A rate that swings
within an epoch and keeps away from zero is called `moves`; that is information, and mostly meant.

Why it matters: a schedule counted in epochs but stepped after every batch runs through in the first epoch. From there
on nothing is learned, or the rate swings between its ends many times in each epoch.

Not to be confused with: schedules counted in steps (linear, cosine, one cycle over the whole run), which move with
every batch by design; one cycle in each epoch, which comes back with the next; runs of a single epoch.

Blind spots: a log that tells the rate once an epoch does not show what happens within.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series, setting


@detector(
    series("lr", "lr/*"),
    series("epoch", optional=True),
    setting("steps_per_epoch", optional=True),
    at_least=points(8),
    when="end",
    kinds=("to-zero", "moves"),
)
def lr_changes_within_epoch(
    rate: Series,
    epoch: Series | None,
    steps_per_epoch: object,
    *,
    small: float = 1e-3,  # of the peak: from there on nothing moves
    rest: float = 0.4,  # of the run: a decay meant to last is not over after six tenths
    swings: int = 4,  # changes of direction in one epoch; a warm-up and a cycle together have three
) -> Findings:
    passed = _epochs(rate, epoch, steps_per_epoch)
    if passed is None:
        return
    keep = np.isfinite(rate.values) & np.isfinite(passed)
    values, passed, steps = rate.values[keep], passed[keep], rate.steps[keep]
    passed = passed - np.floor(passed.min(initial=np.inf))
    inside = np.flatnonzero(passed < 1.0)
    if inside.size < 3 or passed.max() < 2.0 or values.max() <= 0:
        return
    first, peak = values[inside], float(values.max())
    top, turns = int(np.argmax(first)), _turns(first)
    dead = np.flatnonzero(first[top:] <= small * peak)
    comes_back = bool(values[inside[-1] + 1 :].max(initial=0.0) > 0.1 * peak)
    gone = _gone_by_a_factor(values, steps, small=small, rest=rest) if first[-1] < first[top] else None
    dies_inside = dead.size > 0 and (turns >= swings or not comes_back)
    dies = dies_inside or gone is not None
    if not dies and (turns < swings or np.ptp(first) < 0.3 * peak):
        return
    known = int(np.argmax(passed >= 2.0))
    place = int(inside[top + (dead[0] if dead.size else int(np.argmin(first[top:])))])
    yield Finding(
        severity="warning" if dies else "info",
        message=f"{rate.name} falls from {first[top]:.3g} to {values[place]:.3g} within the first epoch",
        series=rate.name,
        first_step=int(steps[inside[top]]),
        last_step=int(steps[place]),
        known_step=int(steps[known if dies_inside or gone is None else max(known, gone)]),
        evidence={"kind": "to-zero" if dies else "moves", "lowest": float(values[place]), "turns": turns},
    )


def _epochs(rate: Series, epoch: Series | None, steps_per_epoch: object) -> NDArray[np.float64] | None:
    """How many epochs had passed at each point of the rate."""
    if isinstance(steps_per_epoch, (int, float)) and steps_per_epoch >= 1:
        return np.asarray(rate.steps / float(steps_per_epoch))
    if epoch is None or len(epoch) < 2:
        return None
    keep = np.isfinite(epoch.values)
    order = np.argsort(epoch.steps[keep], kind="stable")
    steps, values = epoch.steps[keep][order], epoch.values[keep][order]
    if steps.size < 2:
        return None
    # The epoch of the last logged point up to there: whole numbers must not be drawn out into fractions.
    place = np.searchsorted(steps, rate.steps, side="right") - 1
    return np.asarray(values[place.clip(min=0)], dtype=np.float64)


def _gone_by_a_factor(
    values: NDArray[np.float64], steps: NDArray[np.int64], *, small: float, rest: float
) -> int | None:
    """Where it is plain that the rate fell by one factor a step and is gone with so much of the run to go."""
    alive = np.flatnonzero(values >= small * values.max())
    part = slice(int(np.argmax(values)), int(alive[-1]) + 2)
    if values[part].size < 3 or (values[part] <= 0).any() or alive[-1] + 2 > values.size:
        return None
    run, fall = np.diff(steps[part]).astype(np.float64), -np.diff(np.log(values[part]))
    late = steps - steps[alive[-1]] >= rest * (steps - steps[0]).astype(np.float64)
    if (run <= 0).any() or not late[-1]:
        return None
    slopes = fall / run
    straight = slopes.min() > 0 and slopes.max() < 1.1 * slopes.min()
    return int(alive[-1] + 1 + np.argmax(late[alive[-1] + 1 :])) if straight else None


def _turns(values: NDArray[np.float64]) -> int:
    """How often the rate changes its direction."""
    signs = np.sign(np.diff(values))
    return int((np.diff(signs[signs != 0]) != 0).sum())
