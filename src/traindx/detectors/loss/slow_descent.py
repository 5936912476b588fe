"""The loss falls along a straight line, slowly, and is far from any floor.

What it means: over the whole run the loss came down by less than a fifth, as steadily at the end as at the beginning,
with little noise.

Why it matters: at this pace the training needs many times the steps it was given. Curves of a well-chosen rate bend:
fast first, slower later. A straight one says that every step could have been larger.

Not to be confused with: fine-tuning, which has little to gain, and a run that is still warming up. So it is a warning
only when the loss is still near that of guessing, or when five passes over the same data gained so little.

Blind spots: the first steps of any run are straight.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, setting, whole_run
from traindx.schema.names import contested
from traindx.schema.settings import class_count, loss_family
from traindx.signals.axis import in_order
from traindx.signals.entropy import uniform
from traindx.signals.levels import course, straightness, trend


@detector(
    series("train/loss"),
    series("lr", "lr/*", optional=True),
    setting("classes", "vocabulary", optional=True),
    setting("loss", optional=True),
    whole_run(),
    at_least=points(10),
    when="end",
    kinds=("straight",),
)
def slow_descent(
    loss: Series,
    rate: Series | None,
    classes: Any,
    named: Any,
    run: Run,
    *,
    most: float = 0.223,  # the logarithm of 1.25: a fall to four fifths
    line: float = 0.8,  # of the variance of the levels, that a line explains
    bend: float = 3.0,  # errors of a level; slow runs whose scale is unknown stay below 1.5, contrastive ones pass 4.5
    near_chance: float = 0.75,  # of the loss of guessing
    passes: float = 5.0,
    little: float = 0.08,  # a thirteenth: what so many passes may gain to be called slow, and as much for as many more
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    if values.size < 10 or values.min() <= 0.0 or contested(run.series) or _warming_up(rate):
        return
    levels = course([math.log(value) for value in values.tolist()], 10)
    _, explained = straightness(levels.levels)
    change, doubt = trend(levels.levels, levels.error)
    half = levels.levels.size // 2
    early, late = straightness(levels.levels[:half])[0], straightness(levels.levels[-half:])[0]
    fall = -change
    scatter = math.sqrt(max(0.0, 1.0 - explained)) * float(levels.levels.std())
    # A cosine takes most of the pace from the second half by itself.
    straight = (explained > line or scatter < 1.5 * levels.error) and late < 0.15 * early < 0.0
    if not straight or not max(0.01, 4.0 * doubt) < fall < most:
        return
    count, family = class_count(classes), loss_family(named) if loss.name == "train/loss" else "other"
    chance = None if family == "other" else math.log(2.0) if family == "binary" else uniform(count) if count else None
    end = float(values[-max(3, values.size // 10) :].mean())
    seen = run.epochs_between(int(steps[0]), int(steps[-1]))
    # The first stretch of any curve is straight.
    enough = values.size >= 20 and (loss.independent or values.size >= 100 or (seen or 0.0) >= 3.0)
    near = chance is not None and near_chance * chance < end < 1.5 * chance
    # Fewer points do where guessing is known: after so many passes a level near it is not that of a first stretch.
    crawls = near and seen is not None and seen >= passes
    # A model that is far better than guessing has learned. What a schedule that has ended gained was its choice, and a
    # floor of noise shows as much; with a validation loss underfitting can say which it is.
    learned = chance is not None and end <= near_chance * chance
    more = 1.0 if _ended(rate) or "val/loss" in run.series else (seen or 0.0) / passes
    # Where no level tells how far there is to go, only a line without any bend, its first values too, says it is far.
    whole = chance is not None or (scatter < bend * levels.error and _whole_fall(values, end) < most)
    slow = whole and not learned and seen is not None and seen >= passes and fall < little * more
    yield Finding(
        severity="warning" if (enough and (near or slow)) or crawls else "info",
        message=f"{loss.name} falls in a straight line, by {-math.expm1(-fall):.1%} in {steps[-1] - steps[0]} steps",
        series=loss.name,
        first_step=int(steps[0]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"kind": "straight", "fall": round(fall, 4), "chance": chance, "end": end, "passes": seen},
    )


def _whole_fall(values: NDArray[np.float64], end: float) -> float:
    """The logarithm of what the first values lie above the end, which a line through the levels does not see."""
    return math.log(float(np.median(values[: max(3, values.size // 30)])) / end)


def _ended(rate: Series | None) -> bool:
    """Whether the learning rate had come down to a fifth: then the pace was to end here."""
    if rate is None:
        return False
    _, rates = in_order(rate.steps, rate.values)
    return rates.size > 0 and float(rates[-1]) < 0.2 * float(rates.max())


def _warming_up(rate: Series | None) -> bool:
    """Whether the learning rate was still rising when the log ended."""
    if rate is None:
        return False
    _, rates = in_order(rate.steps, rate.values)
    return rates.size >= 4 and float(rates[-1]) >= float(rates.max()) > 1.5 * float(rates[rates.size // 2])
