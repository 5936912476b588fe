"""The first loss of a classifier is higher than guessing among any number of classes would cost.

What it means: an accuracy is logged, so that the loss is most likely a cross-entropy, and its first value is above 12.
That is what guessing costs among 160,000 classes.

Why it matters: the model begins with answers that are wrong and certain. Inputs or weights of the wrong size do that,
and a sum over the batch that should be a mean.

Not to be confused with: other losses beside an accuracy, such as sums over pixels or a detector's several terms, which
have no such bound; a loss whose terms are logged or whose name is another is not judged. With a known number of classes
`initial-loss-off` says more.

Blind spots: a start that is too high for few classes and below 12; logs that begin with the mean of an epoch.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, setting, whole_run
from traindx.schema.settings import class_count, loss_family
from traindx.signals.axis import in_order


@detector(
    series("train/loss"),
    series("val/metric/accuracy", "train/metric/accuracy", optional=True),
    setting("loss", optional=True),
    setting("classes", "vocabulary", optional=True),
    whole_run(),
    at_least=points(5),
    when="end",
)
def first_loss_too_high(
    loss: Series,
    accuracy: Series | None,
    named: Any,
    classes: Any,
    run: Run,
    *,
    most: float = 12.0,  # log of 160,000; the largest vocabularies in use have 260,000
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    if accuracy is None or loss.name != "train/loss" or loss.per == "epoch" or class_count(classes) or not values.size:
        return
    terms = any(key.startswith("train/loss/") for key in run.series)
    if terms or not values[0] > most or loss_family(named) == "other" or steps[0] > (loss.window or 100):
        return
    yield Finding(
        severity="warning",
        message=f"{loss.name} begins at {values[0]:.4g}; guessing among 160,000 classes costs 12",
        series=loss.name,
        first_step=int(steps[0]),
        last_step=int(steps[0]),
        known_step=int(steps[0]),
        evidence={"value": float(values[0]), "most": most},
    )
