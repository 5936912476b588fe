"""Every held-out sample is right from the first evaluation on.

What it means: the validation accuracy is exactly one at every evaluation, and the validation loss was below a fifth of
that of guessing already at the first one, in a run whose training loss began where guessing begins.

Why it matters: real tasks leave some errors, and leave most of them at first. What is solved without a mistake before
anything could be learned is another task than was meant: one label for all, a target that stands among the inputs.

Not to be confused with: fine-tuning of a model that knew the task, whose first training loss is low; a handful of
validation samples, which all may be right by chance but not with so low a loss at once.

Where the number of classes is not known, the first loss stands for that of guessing.

Blind spots: a log without accuracies; a task that leaks only in part.
"""

from __future__ import annotations

import math

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series, setting
from traindx.schema.settings import class_count


@detector(
    series("val/metric/accuracy"),
    series("val/loss"),
    series("train/loss"),
    setting("classes", optional=True),
    at_least=points(5),
    when="end",
)
def perfect_at_once(
    accuracy: Series,
    val: Series,
    train: Series,
    classes: object,
    *,
    low: float = 0.2,  # of the loss of guessing: the share left of a sample is then above two thirds of the mass
    began: float = 0.7,  # of the loss of guessing, at the first point of training: it knew nothing yet
    least: float = 0.6,  # where the classes are not known: a first loss in which guessing may begin, two classes or
    most: float = 12.0,  # 160,000
) -> Findings:
    if not np.isfinite(train.values[:1]).all():
        return
    width, start = class_count(classes), float(train.values[0])
    if width is None and not least <= start <= most:
        return
    chance = math.log(width) if width else start
    shares = accuracy.values
    perfect = shares.size >= 5 and bool((shares == shares[0]).all()) and float(shares[0]) in (1.0, 100.0)
    held = val.values[np.isfinite(val.values)]
    if not perfect or held.size < 5 or not 0.0 <= held[0] < low * chance or train.values[0] < began * chance:
        return
    if train.steps[0] >= val.steps[0]:  # the first printed loss of training must be older than the evaluation
        return
    yield Finding(
        severity="warning",
        message=f"{accuracy.name} is perfect at all {shares.size} evaluations, from step {accuracy.steps[0]} on",
        series=accuracy.name,
        first_step=int(accuracy.steps[0]),
        last_step=int(accuracy.steps[-1]),
        known_step=int(accuracy.steps[4]),
        open=True,
        evidence={"first_val_loss": float(held[0]), "first_train_loss": float(train.values[0]), "chance": chance},
    )
