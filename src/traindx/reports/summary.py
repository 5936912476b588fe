"""The history of every series in five numbers: first, final, best, where that was, and how many points."""

from __future__ import annotations

import msgspec

from traindx.schema import Run, Series
from traindx.schema.direction import direction


class Summary(msgspec.Struct, frozen=True):
    """`best` is null where no direction is better (a rate, a norm) and where no value is finite."""

    first: float | None
    final: float | None
    best: float | None
    best_at: int | None
    points: int


def summary(run: Run) -> dict[str, Summary]:
    """One summary for every series of the run, in its order."""
    return {key: summarized(series) for key, series in run.series.items()}


def summarized(series: Series) -> Summary:
    """The five numbers of one series."""
    import numpy as np

    values, steps = series.values, series.steps
    if not len(series):
        return Summary(None, None, None, None, 0)
    first, final = float(values[0]), float(values[-1])
    sign = direction(series.name)
    if sign == 0 or not np.isfinite(values).any():
        return Summary(first, final, None, None, len(series))
    place = int(np.argmax(np.where(np.isfinite(values), sign * values, -np.inf)))
    return Summary(first, final, float(values[place]), int(steps[place]), len(series))
