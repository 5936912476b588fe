"""The first loss is not what so many classes should begin with.

What it means: a head that has learned nothing guesses all classes alike, and its cross-entropy is the logarithm of
their number. This one begins elsewhere: at that times the batch size (`batch-times-chance`), at the logarithm of the
batch size (`log-batch`) or of another number of classes (`other-width`), `far-above-chance`, or `below-chance`.

Why it matters: the first value is the cheapest test there is. It shows a sum in place of a mean, a softmax over the
wrong axis, a head of the wrong width and inputs or weights of the wrong size before any time is spent.

Not to be confused with: weights that were trained before, which begin below chance rightly (information only), and
rectifiers without normalization, which begin up to 1.5 times too high. Sums of several terms are not judged.

Blind spots: the number of classes must be known. A mean over a first epoch is no first loss.
"""

from __future__ import annotations

import math
from typing import Any

from traindx.schema import Finding, Findings, Run, Series, detector, points, series, setting, whole_run
from traindx.schema.settings import class_count, loss_family
from traindx.signals.axis import in_order
from traindx.signals.entropy import uniform

# Widths that heads come with when nobody set them, and vocabularies in wide use.
WIDTHS = (10, 100, 1000, 21841, 21843, 28996, 30522, 32000, 50257, 128256, 151936)


@detector(
    series("train/loss"),
    setting("classes", "vocabulary"),
    setting("batch_size", optional=True),
    setting("loss", optional=True),
    whole_run(),
    at_least=points(1),
    when="event",
    kinds=("far-above-chance", "below-chance", "batch-times-chance", "log-batch", "other-width"),
)
def initial_loss_off(
    loss: Series,
    classes: Any,
    batch: Any,
    named: Any,
    run: Run,
    *,
    far: float = 2.0,  # times chance; 180 healthy runs began within .95 to 1.41 of it
    near: float = 0.8,
) -> Findings:
    steps, values = in_order(loss.steps, loss.values)
    count, family = class_count(classes), loss_family(named)
    if (
        loss.name != "train/loss"
        or count is None
        or not values.size
        or not _first(loss, int(steps[0]))
        or not values[0] > 0.0
    ):
        return
    terms = any(key.startswith("train/loss/") for key in run.series)
    together = isinstance(seen := run.fact("loss"), dict) and seen.get("whole") is False
    if terms or together or family == "other":
        return
    chance = math.log(2.0) if family == "binary" else uniform(count)
    start, size = float(values[0]), class_count(batch)
    kind = _kind(start, chance, size, count, far, near)
    if run.on_bench and start < near * chance:  # a model that was trained may stand anywhere below chance
        kind = "below-chance"
    if kind is None:
        return
    yield Finding(
        severity="info" if kind == "below-chance" else "error" if kind == "batch-times-chance" else "warning",
        message=f"{loss.name} begins at {start:.4g}; guessing among {count} classes costs {chance:.4g}",
        series=loss.name,
        first_step=int(steps[0]),
        last_step=int(steps[0]),
        known_step=int(steps[0]),
        evidence={"kind": kind, "value": start, "chance": chance, "ratio": start / chance, "classes": count,
                  "assumed": family is None},
    )  # fmt: skip


def _first(loss: Series, step: int) -> bool:
    """Whether the first point stands for the first steps: not for a whole epoch, not for the middle of a training."""
    return loss.per not in ("epoch", "evaluation", "smoothed") and step <= (loss.window or 100)


def _kind(start: float, chance: float, batch: int | None, classes: int, far: float, near: float) -> str | None:
    ratio = start / chance
    if batch and batch >= 4 and 0.8 * batch <= ratio <= 1.6 * batch:
        return "batch-times-chance"
    # A healthy head lies within 2 % of neither the one nor the other logarithm unless the two nearly agree.
    apart = batch is not None and abs(uniform(batch) - chance) > 0.15 * chance
    if batch and apart and batch != classes and abs(start / uniform(batch) - 1.0) < 0.02:
        return "log-batch"
    if ratio > 1.3 and any(abs(start / uniform(width) - 1.0) < 0.01 for width in WIDTHS if width != classes):
        return "other-width"
    if ratio >= far:
        return "far-above-chance"
    return "below-chance" if ratio < near else None
