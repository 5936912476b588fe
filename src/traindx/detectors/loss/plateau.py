"""The loss fell, and then stands.

What it means: for the last two fifths of the run or more the loss has kept its level within its noise, after it had
fallen before. `rate-gone`: the learning rate was next to nothing by then; `rate-on`: it was not; `rate-unknown`.

Why it matters: the time since then has changed nothing. With a rate that is gone nothing could change; with one that is
on, either the model has taken what it can from the data, or something holds it back.

Not to be confused with: a run that has converged, which stands as well, but far below its start. So the finding is a
warning only where most of the loss is left and the same data were seen three times more in vain, or where the rate was
gone for half of the run; else it is information.

Blind spots: how low a loss could go is not in the log. A late fall (after thousands of steps) begins as a plateau.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, setting, whole_run
from traindx.schema.names import contested
from traindx.schema.settings import class_count, loss_family
from traindx.signals.axis import in_order
from traindx.signals.entropy import uniform
from traindx.signals.levels import course, straightness, trend


class Stand(NamedTuple):
    begin: int  # the place from which on the level is kept
    start: float  # logarithms of the levels before and after
    end: float


@detector(
    series("train/loss"),
    series("lr", "lr/*", optional=True),
    series("val/loss", optional=True),
    setting("classes", "vocabulary", optional=True),
    setting("loss", optional=True),
    whole_run(),
    at_least=points(10),
    when="end",
    kinds=("rate-gone", "rate-on", "rate-unknown"),
)
def plateau(
    loss: Series,
    rate: Series | None,
    val: Series | None,
    classes: Any,
    named: Any,
    run: Run,
    *,
    part: float = 0.4,  # of the points, for which the level must have been kept
    left: float = 0.7,  # of the first level; language models that have converged keep up to two thirds
    passes: float = 3.0,  # over the same data, while the loss stood
    gone: float = 1e-3,  # of the peak rate; cosine schedules come that low in their last fiftieth only
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    if values.size < 10 or values.min() <= 0.0 or contested(run.series):
        return
    stand = _stand(values, part)
    if stand is None:
        return
    begin = int(steps[stand.begin])
    share = _gone(rate, begin, int(steps[-1]), gone)
    kind = "rate-unknown" if share is None else "rate-gone" if share > 0.5 else "rate-on"
    # What lay above the loss of guessing was a bad start, and to lose it no learning.
    start = min(math.exp(stand.start), _guessing(classes, named) if loss.name == "train/loss" else math.inf)
    if values.size < 200 and values[0] > 10.0 * values[1] and val is not None and not _val_falls(val, int(steps[0])):
        start = min(start, float(values[1]))  # validation knows of no descent at all: the first point was a blow
    ratio, kept = math.exp(stand.end) / start, 1.0 - stand.begin / values.size
    fallen = math.exp(stand.end - stand.start)
    within = values.size - 1.0 - stand.begin if loss.per == "epoch" else run.epochs_between(begin, int(steps[-1]))
    in_vain = ratio > left and within is not None and within >= passes and not _val_falls(val, begin)
    # A rate that is gone so early has not been spent: half of the loss left, or a fortieth when it was gone at once.
    cut_off = (
        share is not None and share > 0.5 and ((ratio > 0.5 and kept > 0.5) or (ratio > 0.025 and share * kept > 0.7))
    )
    yield Finding(
        severity="warning" if in_vain or cut_off else "info",
        message=f"{loss.name} stands at {math.exp(stand.end):.4g} from step {begin} on, {fallen:.0%} of its start",
        series=loss.name,
        first_step=begin,
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"kind": kind, "level": math.exp(stand.end), "left": ratio, "passes": within, "share": kept},
    )


def _guessing(classes: Any, named: Any) -> float:
    """The loss of equal guesses, where it is known."""
    count, family = class_count(classes), loss_family(named)
    if family == "binary":
        return math.log(2.0)
    return uniform(count) if count and family != "other" else math.inf


def _stand(values: NDArray[np.float64], part: float) -> Stand | None:
    """From where on all levels agree with the last ones, if it is early enough and the loss had fallen before."""
    logs = np.log(values)
    levels = course(logs, 20)
    count = levels.levels.size
    error = min(levels.error, course(logs[logs.size // 2 :], max(1, count // 2)).error)  # the descent is no noise
    end = float(levels.levels[-max(2, count // 4) :].mean())
    off = np.flatnonzero(np.abs(levels.levels - end) > max(0.015, 4.0 * error))
    first = int(off[-1]) + 1 if off.size else 0
    start = max(float(levels.levels[0]), float(np.median(logs[:3])))
    if start - end <= max(0.01, 3.0 * error) or (first and levels.levels[:first].min() < end - max(0.015, 4.0 * error)):
        return None  # it did not fall; or it stood lower before, and harder data came, or a jump: another finding
    # The last of the descent may reach into the stretch: a tenth of the run later it must be over.
    for begin in range(first, first + count // 10 + 1):
        change, doubt = trend(levels.levels[begin:], error)
        enough = count - begin >= max(3, math.ceil(part * count))
        if enough and abs(change) <= max(0.01, 2.5 * doubt) and not _is_line(levels.levels, begin):
            # Where points are few the first value alone is the fairest start of a loss that falls fast.
            opening = float(logs[0]) if logs.size < 200 else start
            return Stand(int(levels.starts[begin]), max(start, opening), end)
    return None


def _is_line(levels: NDArray[np.float64], begin: int) -> bool:
    """Whether one straight fall tells the whole course better than a stand tells its end: then it has not ended."""
    _, explained = straightness(levels)
    return (1.0 - explained) * levels.size * float(levels.var()) < (levels.size - begin) * float(levels[begin:].var())


def _gone(rate: Series | None, begin: int, end: int, gone: float) -> float | None:
    """The share of the stretch in which the learning rate was next to nothing."""
    if rate is None:
        return None
    at, rates = in_order(rate.steps, rate.values)
    within = rates[(at >= begin) & (at <= end)]
    return float((within <= gone * rates.max()).mean()) if within.size else None


def _val_falls(val: Series | None, begin: int) -> bool:
    """Whether validation went on improving meanwhile, which noise of single batches may hide in training."""
    if val is None:
        return False
    at, values = in_order(val.steps, val.values)
    within = values[at >= begin]
    if within.size < 3 or within.min() <= 0.0:
        return False
    third = max(1, within.size // 3)
    return float(np.median(within[-third:])) < 0.97 * float(np.median(within[:third]))
