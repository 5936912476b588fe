"""Validation is no better than guessing while training learns.

What it means: on held-out data the accuracy stays at one in so many classes (`at-chance`), or plainly below it
(`below-chance`), while the training loss falls. Without the number of classes, an accuracy that does not move by a
digit while training learns says the same; without accuracies, a loss that never comes below that of guessing does.

Why it matters: the validation says nothing about the model. Labels that are shuffled or shifted there, other
preprocessing, stale weights, or a metric that is computed wrongly all look like this; below chance, a shift of labels
or another order of classes is the first thing to look at.

Not to be confused with: overfitting, which begins above chance; training that does not learn either.

Blind spots: many classes and few validation samples make chance and a poor model alike.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series, setting
from traindx.signals.alignment import medians_between
from traindx.signals.robust import median


@detector(
    series("val/metric/accuracy", "val/loss"),
    series("train/loss", "train/metric/accuracy"),
    setting("classes", optional=True),
    series("val/loss", optional=True),
    at_least=points(4),
    when="end",
    kinds=("at-chance", "below-chance"),
)
def val_at_chance(
    val: Series,
    train: Series,
    classes: object,
    val_loss: Series | None,
    *,
    tolerance: float = 0.3,  # of chance, at most five points: ten classes are at chance from 7 to 13 %
    learned: float = 0.8,  # of the loss at the start; a training that fell less has not plainly learned
) -> Findings:
    width = float(classes) if isinstance(classes, (int, float)) and classes >= 2 else None

    def kind_at(step: int) -> str | None:
        parts = (val.until(step), train.until(step), None if val_loss is None else val_loss.until(step))
        return _kind(*parts, width, tolerance, learned)

    kind = _kind(val, train, val_loss, width, tolerance, learned)
    if kind is None:
        return
    # A prefix is judged anew for each place tried; a few dozen of them tell nearly as well when it was plain.
    places = np.unique(np.linspace(0, len(val) - 1, 30).astype(int))
    known = next((int(val.steps[place]) for place in places if kind_at(int(val.steps[place])) is not None), None)
    held = val.values[np.isfinite(val.values)]
    level = float(np.median(held[held.size // 2 :]))
    yield Finding(
        severity="error",
        message=f"{val.name} stands at {level:.3g}, {kind.replace('-', ' ')}, while training learns",
        series=val.name,
        first_step=int(val.steps[0]),
        last_step=int(val.steps[-1]),
        known_step=int(val.steps[-1]) if known is None else known,
        open=True,
        evidence={"kind": kind, "level": level, "classes": width},
    )


def _kind(
    val: Series, train: Series, val_loss: Series | None, width: float | None, tolerance: float, learned: float
) -> str | None:
    held = val.values[np.isfinite(val.values)]
    if held.size < 4 or not _learns(train, val, learned):
        return None
    if "accuracy" in val.name:
        if not 0.0 <= held.min() <= held.max() <= 100.0:
            return None
        kind = _accuracy_kind(held, width, tolerance)
        if kind is not None or not _near_chance(held, width):
            return kind
    return None if val_loss is None else _loss_kind(val_loss, width, train)


def _learns(train: Series, val: Series, learned: float) -> bool:
    """Whether training is plainly better at the last evaluations than at its start."""
    finite = train.values[np.isfinite(train.values)]
    if finite.size < 2:
        return False
    level = medians_between(train.steps, train.values, val.steps)
    if "accuracy" in train.name:
        better = level - val.values > (20.0 if finite.max() > 1.5 else 0.2)
    else:
        better = level < learned * float(np.median(finite[: max(1, finite.size // 20)]))
    return bool(better[-3:].sum() >= 2)


def _accuracy_kind(held: NDArray[np.float64], width: float | None, tolerance: float) -> str | None:
    shares = held / 100.0 if held.max() > 1.5 else held
    late = shares[shares.size // 2 :]
    if width is None:  # an untouched digit at or below one half: the same answer for every sample
        return "at-chance" if shares.size >= 5 and np.ptp(shares) == 0.0 and 0.0 < shares[0] <= 0.5 else None
    chance = 1.0 / width
    near = min(0.05, tolerance * chance)
    if shares.max() > chance + 2.0 * near:  # it was better once: that is another story
        return None
    if float(np.median(late)) < chance - max(2.0 * near, 0.5 * chance if width > 2 else 0.1):
        return "below-chance"
    return "at-chance" if float(np.mean(np.abs(late - chance) <= near)) >= 0.8 else None


def _near_chance(held: NDArray[np.float64], width: float | None) -> bool:
    """Whether an accuracy came nowhere near one that was learned; few samples may leave it some points off chance."""
    share = float(held.max()) / (100.0 if held.max() > 1.5 else 1.0)
    return width is not None and share < 1.0 / width + 0.1


def _loss_kind(val: Series, width: float | None, train: Series) -> str | None:
    held = val.values[np.isfinite(val.values)]
    if width is None or held.size < 4 or "accuracy" in train.name:
        return None
    chance = math.log(width)
    level = medians_between(train.steps, train.values, val.steps)
    return "at-chance" if held.min() > 0.95 * chance and median(level[-3:]) < 0.7 * chance else None
