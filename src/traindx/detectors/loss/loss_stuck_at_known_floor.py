"""The loss stands exactly at a level that arithmetic alone explains.

What it means: the end of the curve lies at a closed form: the least cross-entropy of logits that had gone through a
softmax before (`double-softmax`) or through a sigmoid (`sigmoid-twice`), the entropy of smoothed labels
(`label-smoothing`, information only), or that of equal guesses after a fall (`chance`).

Why it matters: no capacity, rate or time gets below such a floor. With a softmax or sigmoid too much the accuracy may
look fine while the gradients of confident predictions stay small, so that it never becomes as good as it could be.

Not to be confused with: a level that happens to lie nearby. For a second softmax no single value may lie below the
floor or more than one above it; noise of an ordinary loss does not keep to such bounds.

Blind spots: the number of classes must be known, and runs that have not converged stand nowhere yet.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series, setting
from traindx.schema.settings import class_count, loss_family
from traindx.signals.axis import in_order
from traindx.signals.entropy import double_sigmoid_bounds, double_softmax_floor, smoothed_floor, uniform
from traindx.signals.levels import course


@detector(
    series("train/loss"),
    setting("classes", "vocabulary"),
    setting("loss", optional=True),
    setting("label_smoothing", optional=True),
    series("train/metric/accuracy", "val/metric/accuracy", optional=True),
    at_least=points(10),
    when="end",
    kinds=("double-softmax", "sigmoid-twice", "label-smoothing", "chance"),
)
def loss_stuck_at_known_floor(
    loss: Series,
    classes: Any,
    named: Any,
    smoothing: Any,
    accuracy: Series | None,
    *,
    close: float = 0.06,  # nats above the floor; 24 of 24 runs with two softmaxes came this near at good accuracy
    exact: float = 2e-3,  # what rounding and averaging may take from a bound
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    count, family = class_count(classes), loss_family(named)
    if loss.name != "train/loss" or values.size < 10 or count is None or family == "other" or np.ptp(values) == 0.0:
        return
    levels = course(values, 10)
    end = float(levels.levels[-3:].mean())
    still = abs(float(levels.levels[-1] - levels.levels[-3])) < max(0.02, 3.0 * levels.error)
    right = _last(accuracy)
    share = float(smoothing) if isinstance(smoothing, int | float) and 0.0 < smoothing < 1.0 else 0.0
    kind, floor = _floor(values, end, count, family == "binary", right, share, close, exact)
    if not still or kind is None:
        return
    yield Finding(
        severity="info" if kind == "label-smoothing" else "warning",
        message=f"{loss.name} ends at {end:.4g}, at the floor of {floor:.4g} ({kind.replace('-', ' ')})",
        series=loss.name,
        first_step=int(steps[levels.starts[-3]]),
        last_step=int(steps[-1]),
        known_step=int(steps[-1]),
        open=True,
        evidence={"kind": kind, "level": end, "floor": floor, "classes": count, "accuracy": right},
    )


def _floor(
    values: NDArray[np.float64],
    end: float,
    classes: int,
    binary: bool,
    accuracy: float | None,
    smoothing: float,
    close: float,
    exact: float,
) -> tuple[str | None, float]:
    smooth = smoothed_floor(classes, smoothing) if smoothing else 0.0
    if smooth and values.min() > smooth - exact and end < smooth + close:
        return "label-smoothing", smooth
    twice = double_softmax_floor(classes)
    bounded = values.min() > twice - exact and values.max() < twice + 1.0 + exact
    # A wrong prediction costs one more: the accuracy says how far above the floor to stand. Near chance of few classes
    # an ordinary loss stands there too.
    plain = accuracy is not None and accuracy > (0.8 if classes < 10 else max(0.15, 3.0 / classes))
    far = plain and accuracy is not None and abs(end - twice - 1.0 + accuracy) < close
    if not binary and not smoothing and bounded and (end < twice + close or far):
        return "double-softmax", twice
    low, high = double_sigmoid_bounds()
    inside = values.min() > low - exact and end < high - 0.05
    if binary and inside and accuracy is not None and accuracy > 0.95 and end > low + 0.01:
        return "sigmoid-twice", low
    chance = math.log(2.0) if binary else uniform(classes)
    if abs(end - chance) < 0.01 and values[0] > chance + 0.1 and values.min() > 0.97 * chance:
        return "chance", chance
    return None, 0.0


def _last(accuracy: Series | None) -> float | None:
    """The last accuracies as a share."""
    if accuracy is None:
        return None
    _, values = in_order(accuracy.steps, accuracy.values)
    if not values.size:
        return None
    scale = 100.0 if values.max() > 1.5 else 1.0
    return float(np.median(values[-3:])) / scale
