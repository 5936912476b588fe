"""The loss is not a finite number.

What it means: a value of the loss is NaN or infinite, or is twice and more the number that some programs put in its
place: 87.3365, where the logarithm of single precision ends, or a perplexity that is cut off at e to the 100. From the
first such step on, the weights that took part in the update are not finite either, unless the loop skips such a step.
`cut-off` names the second sort; `passing` says that a few lone values were not finite and that the loss went on as
before.

Why it matters: nothing that is trained after a NaN is of use. The last finite values before it tell more than the NaN:
a loss that climbed before points at steps that are too large, a calm one at undefined arithmetic or at one batch.

Not to be confused with: a loss scaler that finds its first scale. It lets a few early steps overflow on purpose, and
the loss that it reports is finite again at once; that is `passing`, a warning only. A validation loss that is not
finite beside a training loss that is may be that of an empty set: a warning too.

Blind spots: writers that leave such values out, or write zero for them, hide this from the log.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.ends_of_numbers import cut_off


@detector(
    series("train/loss", "train/loss/*", "val/loss", "train/metric/perplexity", each=True),
    at_least=points(1),
    when="event",
    kinds=("from-the-start", "after-climbing", "out-of-the-calm", "passing", "cut-off"),
)
def nan_loss(
    loss: Series,
    *,
    climb: float = 3.0,  # a loss this many times its median before the NaN had left its path
    lone: float = 0.02,  # a scaler that grows its scale again every 2000 steps lets far fewer than this overflow
) -> Findings:
    bad = _bad(loss.values)
    if not bad.any():
        return
    first = int(np.argmax(bad))
    step = int(loss.steps[first])
    last_finite = float(loss.values[first - 1]) if first else None
    passing = _passing(bad, lone)
    hidden = math.isfinite(loss.values[first])
    kind = "passing" if passing else "cut-off" if hidden else _before(loss.values[:first], climb)
    count = int(bad.sum())
    yield Finding(
        severity="warning" if passing or loss.name == "val/loss" else "error",
        message=f"{loss.name} is {_what(float(loss.values[first]))} {_where(bad, first, step, count)}",
        series=loss.name,
        first_step=step,
        last_step=int(loss.steps[np.flatnonzero(bad)[-1]]),
        known_step=int(loss.steps[np.flatnonzero(bad)[1]]) if hidden else step,
        open=bool(bad[-1]),
        evidence={"kind": kind, "last_finite": last_finite, "points": count, "of": int(bad.size)},
    )


def _bad(values: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Where the loss is no number. One value may meet an end of the numbers by chance; two before any NaN do not."""
    plain, ends = ~np.isfinite(values), cut_off(values)
    at = np.flatnonzero(ends)
    hidden = at.size > 1 and not plain[: at[1]].any()
    return np.asarray(plain | ends if hidden else plain)


def _what(value: float) -> str:
    return f"{value:.6g}, where numbers end," if math.isfinite(value) else "not finite"


def _passing(bad: NDArray[np.bool_], lone: float) -> bool:
    """Lone values, and at least two finite ones at the end: two in a row are no scaler's search but a broken state."""
    in_a_row = bool((bad[1:] & bad[:-1]).any())
    return not in_a_row and not bad[-2:].any() and int(bad.sum()) <= max(1, round(lone * bad.size))


def _before(values: NDArray[np.float64], climb: float) -> str:
    if not values.size:
        return "from-the-start"
    recent = values[-50:]
    # The last values themselves may be those that climbed: the usual is what stood before them.
    usual = float(np.median(recent[: max(1, recent.size // 2)]))
    return "after-climbing" if float(values[-3:].max()) > climb * abs(usual) else "out-of-the-calm"


def _where(bad: NDArray[np.bool_], first: int, step: int, count: int) -> str:
    if bad[first:].all():
        return f"from step {step} on" if count > 1 else f"at step {step}"
    return f"at step {step}" if count == 1 else f"at {count} of {bad.size} points, first at step {step}"
