"""The cross-entropy is far too high for how often the model is right.

What it means: in the last third of the run the model is right most of the time, and yet training and validation loss
both lie one and a half times above what the worst honest probabilities cost at that accuracy, and above two fifths of
the loss of guessing.

Why it matters: a model that is right and unsure was taught to be unsure, or its outputs are squeezed before the loss
sees them. It stays less good than it could be, and its probabilities mean nothing.

Not to be confused with: overfitting, where a few wrong answers are given with great certainty and the training loss is
low; label smoothing of the usual size, which stays below; a penalty on the weights that is added to the printed loss.

Blind spots: an accuracy of less than seven tenths. Where the number of classes is not known, the first loss stands for
the loss of guessing.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series, setting
from traindx.schema.settings import class_count
from traindx.signals.axis import in_order
from traindx.signals.entropy import uniform


@detector(
    series("val/loss"),
    series("val/metric/accuracy", "train/metric/accuracy"),
    series("train/loss"),
    setting("classes", optional=True),
    at_least=points(5),
    when="end",
)
def loss_high_for_accuracy(
    val: Series,
    accuracy: Series,
    train: Series,
    classes: Any,
    *,
    times: float = 1.5,  # probabilities that are as good as the answers cost at most once the bound
    share: float = 0.42,  # of guessing: smoothing by .1 costs .15 to .36 of it, a second softmax .45 and more
    risen: float = 1.15,
) -> Findings:
    if (train.name, val.name) != ("train/loss", "val/loss") or len(accuracy) < 5 or len(train) < 5:
        return
    right, level, own = (_late(one) for one in (accuracy, val, train))
    right = right / 100.0 if right > 1.0 else right
    count = class_count(classes)
    first = in_order(train.steps, train.values)[1][:1]
    chance = uniform(count) if count else float(first[0]) if first.size else math.nan
    known = val.values[np.isfinite(val.values)]
    if not (0.7 <= right < 1.0 and 0.6 < chance < 14.0) or not known.size or level > risen * float(known.min()):
        return
    wrong = 1.0 - right
    honest = -wrong * math.log(wrong) - right * math.log(right) + wrong * chance
    least = min(level, own)
    if not least > max(times * honest, share * chance) + 0.05:
        return
    yield Finding(
        severity="warning",
        message=f"{val.name} stands at {level:.3g} although {right:.0%} are right, which costs {honest:.2g} at most",
        series=val.name,
        first_step=int(val.steps[len(val) * 2 // 3]),
        last_step=int(val.steps[-1]),
        known_step=int(val.steps[-1]),
        open=True,
        evidence={"accuracy": right, "loss": level, "train_loss": own, "honest": honest, "chance": chance},
    )


def _late(one: Series) -> float:
    values: NDArray[np.float64] = in_order(one.steps, one.values)[1]
    return float(np.median(values[-max(1, values.size // 3) :])) if values.size else math.nan
