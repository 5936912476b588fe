"""Where rows stand that count steps, epochs or batches: arithmetic on whole columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from traindx.decoding.column import Column

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MOST = 2.0**62  # of a counter
# More falls than this share of the rows are no restarts: the file is in no order.
DISORDER = 0.2


def carried(values: Floats) -> Floats:
    """Each missing value replaced by the last one known; by the first one where none was known yet."""
    import numpy as np

    known = np.isfinite(values)
    if known.all() or not known.any():
        return values
    index = np.maximum.accumulate(np.where(known, np.arange(len(values)), -1))
    filled: Floats = np.where(index >= 0, values[np.maximum(index, 0)], values[int(np.argmax(known))])
    return filled


def placed(axis: Floats, rows: Any, back: list[int], unordered: bool) -> tuple[bytes, NDArray[np.int64] | None]:
    """The steps of the rows without what a resumption superseded, of several rows at one step the last; and which of
    the rows they are, where it is not all."""
    import numpy as np

    steps, index = axis[rows], None
    good = np.abs(steps) < MOST
    if back:
        numbers = np.arange(rows.start, rows.stop) if isinstance(rows, slice) else rows
        lowest = np.minimum.accumulate(axis[back][::-1])[::-1]  # where it went back to at most, from each of them on
        good &= steps < np.append(lowest, np.inf)[np.searchsorted(back, numbers, side="right")]
    if not good.all():
        index = np.flatnonzero(good)
        steps = steps[index]
    steps = np.floor(steps).astype("<i8")
    if unordered:
        order = np.argsort(steps, kind="stable")
        steps, index = steps[order], order if index is None else index[order]
    last = np.append(steps[1:] != steps[:-1], True)[: len(steps)]
    if not last.all():
        steps, index = steps[last], np.flatnonzero(last) if index is None else index[last]
    return steps.tobytes(), index


def begins_anew(step: Floats, epoch: Floats) -> bool:
    """Whether what is called a step counts the batches of an epoch: it falls back whenever an epoch begins."""
    import numpy as np

    both = np.isfinite(step) & np.isfinite(epoch)
    falls = np.diff(step[both]) < 0
    new_epoch = np.diff(epoch[both]) > 0
    if new_epoch.any() and not np.diff(step[both]).any():  # one line an epoch, always at the same batch
        return True
    return bool(falls.any() and (falls & new_epoch).sum() > 0.5 * max(falls.sum(), new_epoch.sum()))


def steps_per_epoch(step: Floats, epoch: Floats) -> float | None:
    """How many steps an epoch has, where rows tell both and agree."""
    import numpy as np

    both = np.isfinite(step) & np.isfinite(epoch)
    steps, epochs = step[both], epoch[both]
    fall = np.flatnonzero(np.diff(steps) < 0)
    if len(fall):  # the first of several runs will do
        steps, epochs = steps[: fall[0] + 1], epochs[: fall[0] + 1]
    if len(epochs) < 2 or epochs[-1] <= epochs[0] or steps[-1] <= steps[0] or np.any(np.diff(epochs) < 0):
        return None
    if np.any(epochs != np.floor(epochs)):
        return float((steps[-1] - steps[0]) / (epochs[-1] - epochs[0]))
    begins = np.flatnonzero(np.append(True, np.diff(epochs) > 0))
    lasts = steps[np.append(begins[1:] - 1, len(steps) - 1)]
    firsts = steps[begins]
    # The last epoch may not have ended: it says nothing but where it began.
    marks = lasts[:-1] if len(begins) > 2 else firsts
    count = epochs[begins[len(marks) - 1]] - epochs[0]
    return float((marks[-1] - marks[0]) / count) if count else None


def trusted(step: Floats, held_out: Iterable[Column]) -> Floats:
    """The counter of steps without what rows of an evaluation tell, where that is always the same: it is the
    number of their own batches."""
    import numpy as np

    there = np.zeros(len(step), dtype=bool)
    for one in held_out:
        there[one.between(0, len(step))[0]] = True
    told, others = step[there], step[~there] if there.any() else step
    if len(told) < 2 or len(np.unique(told)) > 1 or len(np.unique(others[np.isfinite(others)])) < 2:
        return step
    step = step.copy()
    step[there] = np.nan
    return step


def once(axis: Floats, columns: Iterable[Column]) -> bool:
    """Whether no series has several points in one epoch, a redrawn or repeated line now and then aside."""
    import numpy as np

    for column in columns:
        where = column.along(axis)
        if len(where) > 1 and float(np.mean(where[1:] == where[:-1])) > DISORDER:
            return False
    return True


def falls(axis: Floats, columns: Iterable[Column]) -> tuple[list[int], list[int], bool]:
    """The rows at which a run begins, those at which one was resumed, and whether there is no order at all."""
    import numpy as np

    down: dict[int, int] = {}  # row -> the row of the same series before it
    for column in columns:
        where = column.along(axis)
        for index in np.flatnonzero(where[1:] < where[:-1]).tolist():
            rows = column.rows or range(column.first, column.last + 1)
            row, before = rows[index + 1], rows[index]
            down[row] = max(down.get(row, -1), before)
    starts, resumes = [0], list[int]()
    if len(down) > max(3, DISORDER * len(axis)):
        return starts, resumes, True
    lowest, at = np.inf, 0  # of the rows since the last start
    for row in sorted(down):
        if down[row] < starts[-1]:
            continue  # only this series falls, against a point of the run before
        lowest, at = min(lowest, float(np.fmin.reduce(axis[at:row]))), row
        if axis[row] <= lowest:
            starts.append(row)
            lowest = np.inf
        else:
            resumes.append(row)
    return starts, resumes, False
