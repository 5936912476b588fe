"""The model does on its training data what guessing does.

What it means: the training loss ends at the logarithm of the number of classes, or the training accuracy at one over
it.

Why it matters: nothing that tells the classes apart has been learned, not even by heart. The output depends on the
input in no useful way: labels that do not belong to their inputs, an input that never changes, a network that lets
nothing through, or steps so large that they destroy what they build.

Not to be confused with: the first steps of any training, which are at chance as well; a late start, which leaves it.
Both are silent once the level has been left.

Blind spots: with unequal classes the level of guessing is lower than the logarithm of their number; the log does not
say by how much.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, setting, whole_run
from traindx.schema.settings import class_count, loss_family
from traindx.signals.axis import in_order
from traindx.signals.entropy import uniform
from traindx.signals.levels import Course, course


@detector(
    series("train/loss", "train/metric/accuracy", each=True),
    setting("classes", "vocabulary"),
    setting("loss", optional=True),
    whole_run(),
    at_least=points(5),
    when="end",
)
def train_at_chance(
    curve: Series,
    classes: Any,
    named: Any,
    run: Run,
    *,
    loss_within: float = 0.02,  # nats; straight slow descents leave the level by more within their first hundred steps
    accuracy_within: float = 0.1,  # of one over the number of classes
) -> Findings:
    steps, values = in_order(curve.steps, curve.values)
    count, family, is_loss = class_count(classes), loss_family(named), curve.name != "train/metric/accuracy"
    if values.size < 5 or count is None or (is_loss and (family == "other" or curve.name != "train/loss")):
        return
    if not is_loss and values.max() > 1.5:
        values = values / 100.0
    chance = (math.log(2.0) if family == "binary" else uniform(count)) if is_loss else 1.0 / count
    levels = course(values, 10)
    within = loss_within if is_loss else accuracy_within * chance
    if not _ends_at(levels, chance, within, falling=is_loss):
        return
    end = float(levels.levels[-levels.levels.size // 3 :].mean())
    seen = run.epochs_between(int(steps[0]), int(steps[-1]))
    # Fewer than one pass, or a handful of points, may be a training that has only begun; fifty raw steps surely are.
    raw = values.size < 50 and not curve.independent
    begun = values.size < 10 or (seen is not None and seen < 1.0)
    yield Finding(
        severity="info" if raw else "warning" if begun else "error",
        message=f"{curve.name} ends at {end:.4g}, as guessing among {count} classes does ({chance:.4g})",
        series=curve.name,
        first_step=int(steps[0]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"level": end, "chance": chance, "classes": count, "passes": seen},
    )


def _ends_at(levels: Course, chance: float, within: float, *, falling: bool) -> bool:
    """The last third lies at chance, surely enough, and no part of the curve was ever clearly better."""
    last = levels.levels[-max(2, levels.levels.size // 3) :]
    error = levels.error / math.sqrt(last.size)
    better = chance - levels.levels.min() if falling else levels.levels.max() - chance
    drift = abs(float(np.mean(levels.levels[:2]) - np.mean(last)))
    from_chance = abs(float(np.mean(levels.levels[:2])) - chance) < within
    moving = from_chance and drift > max(within / 2.0, 4.5 * levels.error)
    near = abs(float(last.mean()) - chance) < max(within, min(3.0 * error, 2.0 * within))
    return bool(near and not moving and better < 2.0 * within + 3.0 * levels.error)
