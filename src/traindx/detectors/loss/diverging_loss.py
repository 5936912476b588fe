"""The loss climbs.

What it means: the level of the loss rose far above where it began (`above-start`) or above the best that it had reached
(`from-best`), by more than its noise, or it rises steadily from its first point on.

Why it matters: each update undoes more than the last one won. What comes after is wasted, and often ends as NaN.

Not to be confused with: a hump while the learning rate warms up, a restart, a harder part of a curriculum: from these
the loss comes down again, and then this is reported as information only, unless it spent a third of its time at three
times its start. Objectives with an opponent, and rewards written as losses, have no level that should fall; they are
judged only under the name of the training loss. Where an agent earns returns, the error of its value estimates grows
with them: such a climb is told only when more than half of what the returns had won is lost again, or when it has
come to a hundredfold and the returns have not risen yet.

Blind spots: slow drifts of less than a factor of two after a good start, since a weight that is raised during training
(an annealed term) does the same.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, whole_run
from traindx.schema.names import contested
from traindx.schema.rewards import returns
from traindx.signals.axis import in_order
from traindx.signals.climbs import Climb, first_climb
from traindx.signals.relative import Scale, scales
from traindx.signals.smoothing import trailing_median
from traindx.signals.winnings import WIDTH, has_won, lost_again


@detector(
    series("train/loss", "train/loss/*", "val/loss"),
    whole_run(),
    at_least=points(2),
    when="event",
    kinds=("above-start", "from-best"),
)
def diverging_loss(
    loss: Series,
    run: Run,
    *,
    above_start: float = 0.405,  # the logarithm of 1.5
    from_best: float = 0.693,  # the logarithm of 2
    z: float = 8.0,  # standard errors of the level; the best of many noisy levels lies three below the truth
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    if loss.name != "train/loss" and contested(run.series):
        return
    width = 3 if loss.independent else 20  # points of a level
    for scale in scales(values, bottom=0.05):
        climb = first_climb(scale, width, above_start=above_start, from_best=from_best, z=z)
        if climb is None or (loss.name == "val/loss" and climb.kind == "from-best"):
            continue  # a validation loss that turns is the subject of overfitting
        known = _told(run, climb, scale, steps)
        if known is None:
            return
        end, left = _standing(scale, climb, values, width)
        # Half of the climb, half as much again as where it began, and not far below where it was first seen.
        stands = left > 0.5 and end - climb.low > climb.least and end > climb.high - math.log(2.0)
        severe = end - climb.low > (above_start if climb.kind == "above-start" else math.log(3.0))
        yield Finding(
            severity=("error" if severe else "warning")
            if stands
            else "warning"
            if _long(scale, climb, values)
            else "info",
            message=_message(loss.name, int(steps[climb.onset]), float(values[climb.onset]), values, width, stands),
            series=loss.name,
            first_step=int(steps[climb.onset]),
            last_step=int(steps[-1]) if stands else int(steps[climb.known]),
            known_step=known,
            open=stands,
            evidence={
                "kind": climb.kind,
                "start": float(values[0]),
                "best": float(values[: climb.known + 1].min()),
                "end": float(np.median(values[-width:])),
                "left": max(-9.0, round(left, 3)) if math.isfinite(left) else None,
            },
        )
        return


def _told(run: Run, climb: Climb, scale: Scale, steps: NDArray[np.int64]) -> int | None:
    """The step at which the climb counts: at once, or by what an agent earns."""
    known = int(steps[climb.known])
    series = returns(run)
    if series is None:
        return known
    at, earned = in_order(series.steps, series.values)
    lost = lost_again(earned)
    moments = [] if lost is None else [max(known, int(at[lost]))]
    # What is found shows in the level of the returns later than in the loss: so long it must stand there.
    hundredfold = climb.low + (math.log(100.0) if scale.logarithmic else 100.0)
    wild = np.flatnonzero(trailing_median(scale.values, 2 * WIDTH)[climb.known :] > hundredfold)
    if wild.size:
        then = int(steps[climb.known + int(wild[0])])
        moments += [] if has_won(earned[at <= then]) else [then]
    return min(moments, default=None)


def _standing(scale: Scale, climb: Climb, values: NDArray[np.float64], width: int) -> tuple[float, float]:
    """The level at the end, and how much of the whole climb still stands then."""
    if scale.values.size < values.size:  # a loss that went below zero after a climb has left it behind
        return -math.inf, -math.inf
    y = scale.values
    end = float(np.median(y[max(climb.known, y.size - width) :]))
    top = max(climb.high, float(trailing_median(y[climb.known :], width).max()))
    return end, (end - climb.low) / (top - climb.low)


def _long(scale: Scale, climb: Climb, values: NDArray[np.float64]) -> bool:
    """Whether a loss that came back spent a third of the time at three times its start."""
    if climb.kind != "above-start" or scale.values.size < values.size:
        return False
    return float((scale.values[climb.known :] > climb.low + math.log(3.0)).mean()) > 0.3


def _message(name: str, onset: int, low: float, values: NDArray[np.float64], width: int, stands: bool) -> str:
    end = float(np.median(values[-min(width, max(1, values.size // 4)) :]))
    tail = f"and ends at {end:.4g}" if stands else f"and comes back to {end:.4g}"
    return f"{name} climbs from step {onset} on, from {low:.4g}, {tail}"
