"""The training accuracy breaks down.

What it means: two evaluations in a row lie below half of the level that the accuracy had held, farther below than it
ever scattered (`from-its-level`); or the first of means over many steps is five times as high as each of the next three
(`from-the-first`).

Why it matters: the model has lost what it could. Where no loss is logged this is how a divergence looks. A first mean
that nothing after it comes near says that the first samples were much alike: the model learned to answer with their
class, and the next classes came.

Not to be confused with: noise of small batches, which scatters as far before; a metric that is counted anew each epoch
(not judged); a harder part of a curriculum, from which the accuracy recovers: then this is information only.

Blind spots: a slow decline, in which no two points lie so far below the ones before them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.axis import in_order
from traindx.signals.robust import noise


@detector(
    series("train/metric/accuracy"),
    at_least=points(4),
    when="event",
    kinds=("from-its-level", "from-the-first"),
)
def accuracy_collapses(
    accuracy: Series,
    *,
    share: float = 0.5,  # of the level: a model that still knows half of it may only have a bad hour
    spreads: float = 6.0,  # of the points before; none of a thousand normal ones is so far off
    first: float = 0.2,  # of the first value, and what it must be at least for the classes to be few so far
    back: float = 0.75,  # of the level: at the end it has recovered
) -> Findings:
    steps, values = in_order(accuracy.steps, accuracy.values)
    if accuracy.per in ("running", "smoothed") or values.size < 4:
        return
    unit = 100.0 if values[:4].max() > 1.5 else 1.0
    if accuracy.independent and values[0] > first * unit and 0.0 <= values[1:4].max() < first * values[0]:
        yield _finding(accuracy, steps, values, 1, 3, float(values[0]), "from-the-first", back)
        return
    for place in range(6, values.size):
        before = values[max(0, place - 21) : place - 1]
        usual, low = float(np.median(before)), float(values[place - 1 : place + 1].max())
        spread = max(noise(before), 0.02 * usual)
        if 0.0 <= low < share * usual and usual - low > spreads * spread:
            yield _finding(accuracy, steps, values, place - 1, place, usual, "from-its-level", back)
            return


def _finding(
    accuracy: Series,
    steps: NDArray[np.int64],
    values: NDArray[np.float64],
    place: int,
    known: int,
    usual: float,
    kind: str,
    back: float,
) -> Finding:
    end = float(np.median(values[max(known, values.size - 3) :]))
    stands = end < back * usual
    return Finding(
        severity="warning" if stands else "info",
        message=f"{accuracy.name} falls at step {steps[place]} from {usual:.3g} to {values[known]:.3g}"
        + ("" if stands else ", and comes back"),
        series=accuracy.name,
        first_step=int(steps[place]),
        last_step=int(steps[-1] if stands else steps[known]),
        known_step=int(steps[known]),
        open=stands,
        evidence={"kind": kind, "usual": usual, "value": float(values[known]), "end": end},
    )
