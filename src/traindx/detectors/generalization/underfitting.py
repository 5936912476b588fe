"""Training and validation have both come to rest, close together and both poor.

What it means: the loss fell at first, has stopped falling, and stands at two thirds or more of what guessing would give
(the logarithm of the number of classes), with an R2 below one half, or with accuracies that stay below three quarters
from the first evaluation on; on training data as on held-out data. Where no such scale is known, the loss at the start
serves, and the finding is information only. `at-once`: nearly the whole fall was made by the first evaluations;
`slowly`: it took the better part of the run, as if the rate had been too low until it was gone; `meanwhile`: between.

Why it matters: more epochs of the same will not help, and neither will more regularisation. The model cannot, or is not
allowed to, express more: too small, too strongly regularised, a rate that is gone; or the data hold no more.

Not to be confused with: a short run that is still falling, which only needs time; a loss that never fell at all, which
is not learning rather than underfitting; fine-tuning of a model that was good from the start.

Blind spots: two classes, and targets that are mostly noise, have a high floor by nature. It is then information only.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series, setting
from traindx.signals.alignment import medians_between
from traindx.signals.robust import finite, median


@detector(
    series("val/loss"),
    series("train/loss"),
    series("val/metric/r2", optional=True),
    series("val/metric/accuracy", optional=True),
    series("train/metric/accuracy", optional=True),
    setting("classes", optional=True),
    setting("vocabulary", optional=True),
    at_least=points(6),
    when="end",
    kinds=("at-once", "meanwhile", "slowly"),
)
def underfitting(
    val: Series,
    train: Series,
    r2: Series | None,
    accuracy: Series | None,
    train_accuracy: Series | None,
    classes: object,
    vocabulary: object,
    *,
    poor: float = 0.65,  # of what guessing gives: classifiers end below a third, small models of characters at .5 to .6
    poor_start: float = 0.6,  # of the loss at the start, where chance is not known
    rests: float = 0.02,  # of the loss in a quarter of the run; four times that for the training loss of a few batches
    apart: float = 0.15,  # of the training loss; further apart the two tell different stories
    soon: float = 0.1,  # of the run; one evaluation in ten, or the first of them
    late: float = 0.4,  # of the run; half of the distance that a cosine or linear decay goes lies before
) -> Findings:
    keep = np.isfinite(val.values)
    level, held = medians_between(train.steps, train.values, val.steps)[keep], val.values[keep]
    known = finite(train.values)
    if held.size < 6 or not known.size or not (_rests(held, rests) and _rests(level, 4.0 * rests)):
        return
    end, held_end, start = (median(part) for part in (level[-4:], held[-4:], known[: max(1, known.size // 50)]))
    if not 0 < end < 0.97 * start or abs(held_end - end) > apart * end:
        return
    chance, sure = _chance(classes, vocabulary)
    explained = math.nan if r2 is None else median(r2.values[-4:])
    stands = _stands(accuracy, train_accuracy)
    if stands or 0.0 < explained <= 1.0:
        is_poor, sure = stands or explained < 0.5, True
    else:
        is_poor = held.size >= 10 and end > (poor * chance if chance else poor_start * start)
    if is_poor:
        fell = _fell(held, val.steps[keep], start, held_end)
        yield Finding(
            severity="warning" if sure else "info",
            message=f"training and validation both stand near {end:.4g}, after {start:.4g} at the start",
            series=val.name,
            first_step=int(val.steps[keep][held.size // 2]),
            last_step=int(val.steps[-1]),
            known_step=int(val.steps[-1]),
            open=True,
            evidence={
                "kind": "at-once" if fell <= soon else "slowly" if fell >= late else "meanwhile",
                "fell_within": fell,
                "end": end,
                "start": start,
                "chance": chance,
                "r2": explained if r2 is not None else None,
                "gap": held_end - end,
            },
        )


def _rests(values: NDArray[np.float64], share: float) -> bool:
    """Whether the last quarter is no better than the one before by more than so much of it."""
    quarter = max(2, values.size // 4)
    before, last = np.median(values[-2 * quarter : -quarter]), np.median(values[-quarter:])
    return bool(before - last < share * abs(before))


def _fell(held: NDArray[np.float64], steps: NDArray[np.int64], start: float, end: float) -> float:
    """The share of the run within which nine tenths of the fall were made."""
    place = int(np.argmax(held <= end + 0.1 * abs(start - end)))
    return float(steps[place] - steps[0]) / max(1.0, float(steps[-1] - steps[0]))


def _stands(accuracy: Series | None, train_accuracy: Series | None) -> bool:
    """Whether both accuracies stay where the first evaluation found them, three points apart at most, below .75."""
    if accuracy is None or train_accuracy is None:
        return False
    held, level = finite(accuracy.values), finite(train_accuracy.values)
    if held.size < 6 or not level.size or held.min() < 0.0:
        return False
    unit = 100.0 if held.max() > 1.5 else 1.0
    end = median(held[-4:]) / unit
    # One point up or down is what another evaluation of a thousand samples gives.
    return end < 0.75 and float(np.ptp(held)) <= 0.015 * unit and abs(median(level[-4:]) / unit - end) <= 0.03


def _chance(classes: object, vocabulary: object) -> tuple[float | None, bool]:
    """The loss of guessing, and whether the floor must lie well below it."""
    width = next((one for one in (classes, vocabulary) if isinstance(one, (int, float)) and one >= 2), None)
    return (math.log(width), width >= 3) if width is not None else (None, False)
