"""How many labels are wrong, from probabilities that were found without the row in question.

Rows are sorted by how sure a classifier is of them, within each class that it says. Where classes do not overlap, the
label of a sure row disagrees with it only because the label is wrong: among the surest rows the share of disagreement
is flat, and its height is the share of wrong labels. Where classes overlap it rises from the very first row on, and no
share of wrong labels can be told from that: then the answer is a reason and no number. The course is fitted by a flat
part and a rise behind it; what is answered is the mean of all fits, each weighted by how likely it makes the labels.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

BANDS = 20
LEAST_ROWS = 200  # ten a band
# Grids of the fit: height of the flat part, height at the end, where the rise begins, straight or bent.
HEIGHTS = np.linspace(0.0, 0.7, 71)
ENDS = np.linspace(0.0, 0.95, 39)
KNEES = np.linspace(0.0, 0.9, 10)
BENDS = (1.0, 2.0)
SURE = 0.3  # the part of the rows among which the course must be flat
PRESENT = 0.03  # a class of fewer labels may be missed altogether
SEEN = 10  # rows that must be said to be of a class for the others to be judged by
FAINT = 0.3  # of the difference between classes left: below, what is judged by it is lost in the error of counting
APART = 4.0  # standard errors by which the sure rows of one class may disagree more than those of all


class Noise(NamedTuple):
    """The share of wrong labels with the interval that holds it nine times in ten, or the reason why none is told."""

    share: float | None
    low: float
    high: float
    reason: str | None
    rise: float  # of the disagreement over the surest rows


def label_noise(
    probabilities: Floats,
    labels: Integers,
    *,
    steepest: float = 0.04,  # rise over the surest rows that is not of the noise: what the estimate may be off by
    widest: float = 0.10,  # of the interval: five points to either side
    faintest: float = 0.16,  # what the noise leaves of the difference between classes; half the binary labels leave 0
    hardest: float = 0.11,  # labels that are hard to tell for another reason than noise: classes that overlap so much
) -> Noise:
    """The share of labels 0, 1, ... that are wrong. `probabilities` must not have seen the label of their own row."""
    rows, classes = len(labels), probabilities.shape[1]
    if rows < LEAST_ROWS:
        return Noise(None, 0.0, 1.0, f"{rows} rows are too few, {LEAST_ROWS} are needed", 0.0)
    said = probabilities.argmax(axis=1)
    wrong = said != labels
    place = _places(probabilities.max(axis=1), said)
    share, low, high, rise = _fitted(place, wrong)
    # Wrong labels spread evenly flatten every course by this factor; what was there before is the course over it.
    left = 1.0 - share * classes / max(classes - 1, 1)
    reason = None
    if left < faintest:
        reason = "the labels can hardly be told from chance"
    elif rise > steepest * max(left, FAINT) or wrong.mean() - share > hardest * max(left, FAINT):
        reason = "the classes overlap, so that rare cases and wrong labels look alike"
    elif high - low > widest:
        reason = f"it lies anywhere between {low:.0%} and {high:.0%}"
    else:
        reason = _unseen_class(labels, said, wrong, place, share)
    return Noise(None if reason else share, low, high, reason, rise)


def _places(sure: Floats, said: Integers) -> Floats:
    """Where each row stands among those of which the same is said, the surest at 0."""
    place = np.empty(len(said))
    for one in np.unique(said):
        own = np.flatnonzero(said == one)
        order = own[np.argsort(-sure[own], kind="stable")]
        place[order] = (np.arange(len(own)) + 0.5) / len(own)
    return place


def _fitted(place: Floats, wrong: NDArray[np.bool_]) -> tuple[float, float, float, float]:
    """Height of the flat part, its interval, and how far the course rises over the surest rows."""
    band = np.minimum((place * BANDS).astype(int), BANDS - 1)
    count = np.bincount(band, minlength=BANDS).astype(float)
    missed = np.bincount(band, weights=wrong, minlength=BANDS)
    middle = (np.arange(BANDS) + 0.5) / BANDS
    weights, rises = [], []
    for knee in KNEES:
        for bend in BENDS:
            climb = np.maximum(middle - knee, 0.0) ** bend / (1.0 - knee) ** bend
            course = HEIGHTS[:, None, None] + (ENDS - HEIGHTS[:, None])[:, :, None] * climb
            course = np.clip(course, 1e-3, 1.0 - 1e-3)
            likely = (missed * np.log(course) + (count - missed) * np.log(1.0 - course)).sum(axis=2)
            likely[ENDS[None, :] < HEIGHTS[:, None]] = -np.inf  # it does not fall: who is less sure errs no less
            weights.append(likely)
            early = max(SURE - knee, 0.0) ** bend / (1.0 - knee) ** bend
            rises.append((ENDS - HEIGHTS[:, None]) * early)
    likely = np.array(weights)
    weight = np.exp(likely - likely.max())
    weight /= weight.sum()
    heights = weight.sum(axis=(0, 2))
    below = np.cumsum(heights)
    low, high = (HEIGHTS[min(int((below < part).sum()), len(HEIGHTS) - 1)] for part in (0.05, 0.95))
    return float(heights @ HEIGHTS), float(low), float(high), float((weight * np.array(rises)).sum())


def _unseen_class(
    labels: Integers, said: Integers, wrong: NDArray[np.bool_], place: Floats, share: float
) -> str | None:
    """Why the sure rows do not speak for all classes, or None."""
    for one in range(int(labels.max()) + 1):
        if (labels == one).mean() < PRESENT:
            continue
        own = said == one
        if own.sum() < SEEN:
            return "one class is never told from the others"
        sure = wrong[own & (place < 0.5)]
        error = float(np.sqrt(max(share * (1 - share), 0.01) / max(len(sure), 1)))
        if len(sure) and sure.mean() - share > APART * error:
            return "one class is seldom told rightly"
    return None


def confident_joint(probabilities: Floats, labels: Integers) -> Integers:
    """How many rows labelled i (down) are surely j (across): at least as probable as is usual for rows labelled j."""
    classes = probabilities.shape[1]
    usual = np.array(
        [probabilities[labels == one, one].mean() if (labels == one).any() else np.inf for one in range(classes)]
    )
    sure = probabilities >= usual
    said = np.where(sure, probabilities, -1.0).argmax(axis=1)
    counted = np.zeros((classes, classes), dtype=np.int64)
    np.add.at(counted, (labels[sure.any(axis=1)], said[sure.any(axis=1)]), 1)
    return counted


def suspects(probabilities: Floats, labels: Integers) -> Integers:
    """The rows whose label is least probable beside what is said of them, the worst first."""
    rows = np.arange(len(labels))
    doubt = probabilities.max(axis=1) - probabilities[rows, labels]
    order = np.argsort(-doubt, kind="stable")
    return np.asarray(order[doubt[order] > 0])
