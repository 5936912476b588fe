"""The loss never falls.

What it means: from the first to the last point the level of the loss stays where it is, within its noise.
`at-chance`: at the level of equal guesses among the classes; `above-chance`: above it, and above where the untrained
model stood; `elsewhere`: at another one.

Why it matters: the model does not learn. At the level of chance its output does not depend on what is put in; elsewhere
the updates do not reach the weights, or are far too small. More epochs will not change it.

Not to be confused with: fine-tuning that begins where it will end, and the middle of a longer log, which are flat too.
So a level other than chance is a warning only when the same data were seen three times without any gain, since then
even learning by heart should show. A loss with an opponent, or of rewards, need not fall and is not judged.

Blind spots: noise so large that a fall by a tenth would not be seen. Where the number of classes is not known, only a
level that is the logarithm of a usual number to three digits, nearly without noise, is taken for chance, as a warning.
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
from traindx.signals.entropy import classes_of, uniform
from traindx.signals.levels import Course, course, trend
from traindx.signals.robust import noise


class Level(NamedTuple):
    kind: str
    assumed: bool  # that the level is one of chance was not known, only recognised
    chance: float | None


@detector(
    series("train/loss", "train/loss/*", "val/loss"),
    whole_run(),
    setting("classes", "vocabulary", optional=True),
    setting("loss", optional=True),
    at_least=points(10),
    when="end",
    kinds=("at-chance", "above-chance", "elsewhere"),
)
def flat_loss(
    loss: Series,
    run: Run,
    classes: Any,
    named: Any,
    *,
    least: float = 0.02,  # a fall by less than one in fifty is none
    hidden: float = 0.105,  # the logarithm of 10/9: a fall by a tenth must not fit within two errors of the trend
    passes: float = 3.0,  # over the same data: then even learning by heart shows
    begun: int = 50,  # raw steps, which many healthy runs spend at chance while the rate warms up
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    if values.size < 10 or values.min() <= 0.0 or np.ptp(values) == 0.0 or contested(run.series):
        return
    level = _level(values, class_count(classes), loss_family(named) if loss.name.endswith("/loss") else "other")
    logs = course(np.log(values), 10)
    start = max(
        float(logs.levels[0]), math.log(float(np.median(values[:3]))) if level.kind == "at-chance" else -math.inf
    )
    fall = start - float(logs.levels[1:].min())
    change, doubt = trend(logs.levels, logs.error)
    # The lowest of nine lies 1.5 errors low, and three more are no chance; a trend of three errors is none either.
    falls = fall > max(least, 4.5 * logs.error) or -change > max(least, 3.0 * doubt)
    if level.kind == "elsewhere" and (falls or 2.0 * doubt - change > hidden or logs.levels[-1] - start > 0.1):
        return
    if (level.kind == "elsewhere" or level.assumed) and _middle(steps):
        return  # a training that is long under way may well pass by such a number
    # A loss that never fell and stands above that of guessing is worse than an output that depends on nothing.
    worse = level.kind == "elsewhere" and level.chance is not None and logs.levels.min() > math.log(level.chance)
    if worse and _moved(run, steps, logs):
        level = level._replace(kind="above-chance")
    seen = len(values) - 1.0 if loss.per == "epoch" else run.epochs_between(int(steps[0]), int(steps[-1]))
    known = worse or (level.kind == "at-chance" and not level.assumed)
    loud = (worse or level.kind == "at-chance" or (seen is not None and seen >= passes)) and (
        loss.independent or values.size >= begun
    )
    mean = float(values[values.size // 2 :].mean())
    yield Finding(
        severity="info" if not loud else "error" if known else "warning",
        message=f"{loss.name} stays at {mean:.4g} over all {values.size} points"
        + (" (worse than chance)" if worse else " (chance)" if known else ""),
        series=loss.name,
        first_step=int(steps[0]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"kind": level.kind, "level": mean, "chance": level.chance, "fall": round(math.expm1(fall), 5),
                  "error": logs.error, "passes": seen, "assumed": level.assumed},
    )  # fmt: skip


def _level(values: NDArray[np.float64], classes: int | None, family: str | None) -> Level:
    """Whether the loss stands at the level of chance, having come from no lower one."""
    flat = course(values, 10)
    half = flat.levels[flat.levels.size // 2 :]
    mean, error = float(half.mean()), flat.error / math.sqrt(half.size)
    chance, assumed = None, False
    if family != "other":
        chance = math.log(2.0) if family == "binary" else uniform(classes) if classes else None
    if chance is None and family in (None, "cross-entropy") and noise(values) < 0.015 * mean:
        width = classes_of(mean, tolerance=0.003)
        chance, assumed = (uniform(width) if width else None), True
        # A head begins at chance, or a tenth above it when its weights are large; a loss that fell farther has learned.
        start = max(float(flat.levels[0]), float(np.median(values[:3])))
        chance = None if chance is None or start > 1.1 * chance else chance
    if chance is None:
        return Level("elsewhere", False, None)
    stands = abs(mean - chance) < max(0.003 * chance if assumed else 0.02, 3.0 * error) and error < 0.03 * chance
    change, doubt = trend(half, flat.error)
    moves = -change > max(0.003 * chance, 3.0 * doubt)
    never_lower = float(flat.levels.min()) > chance * 0.98 - 3.0 * flat.error
    at = stands and never_lower and not moves
    return Level("at-chance" if at else "elsewhere", assumed and at, chance if at or not assumed else None)


def _moved(run: Run, steps: NDArray[np.int64], logs: Course) -> bool:
    """Whether the loss stands above that of the untrained model, as its first validation or its own start tells it."""
    val = run.series.get("val/loss")
    late = float(logs.levels[logs.levels.size // 2 :].mean())
    if val is not None and len(val) and val.steps[0] <= steps[0] and val.values[0] > 0.0:
        return late - math.log(float(val.values[0])) > max(0.02, 3.0 * logs.error)
    return late - float(logs.levels[0]) > max(0.02, 3.0 * logs.error)


def _middle(steps: NDArray[np.int64]) -> bool:
    """Whether the log begins long after its training did."""
    spacing = max(1.0, float(steps[-1] - steps[0]) / max(1, steps.size - 1))
    return float(steps[0]) > 20.0 * spacing
