"""What each layer of a look said, as a picture needs it: mean, spread, and the shares of zeros, dead and saturated."""

from __future__ import annotations

import math
from typing import NamedTuple

from traindx.schema import Run

SMALLEST, LARGEST = 1e-60, 1e60  # of what is drawn: an axis beyond leaves the range of doubles


class Output(NamedTuple):
    """One layer on the last batch; NaN where it was not measured. Shares go from 0 to 1."""

    layer: str
    mean: float
    std: float
    zeros: float
    dead: float
    saturated: float
    broken: float  # share of entries that are not finite


def outputs(run: Run) -> list[Output]:
    """A row for each layer whose output was measured, in the order of the first call."""
    described = [str(one.get("name")) for one in run.fact("modules") or [] if isinstance(one, dict)]
    measured = {name: None for word in ("std", "dead", "saturated") for name in run.layers(f"act/{word}")}
    order = {name: place for place, name in enumerate(described)}
    return [_output(run, name) for name in sorted(measured, key=lambda name: order.get(name, len(order)))]


def _output(run: Run, name: str) -> Output:
    def last(word: str) -> float:
        series = run.series.get(f"act/{word}/{name}")
        return math.nan if series is None or not len(series) else float(series.values[-1])

    count = last("count")
    each = 1 / count if count > 0 else math.nan
    return Output(
        name, last("mean"), last("std"), last("zeros") * each, last("dead"), last("saturated"), last("nonfinite") * each
    )


def reach(rows: list[Output]) -> tuple[float, float]:
    """From where to where a logarithmic axis for all means and spreads goes."""
    known = [size for row in rows for size in (abs(row.mean), row.std) if 0 < size < math.inf]
    if not known:
        return 0.1, 1.0
    # A mean that is zero but for rounding would take the axis with it.
    spreads = [row.std for row in rows if 0 < row.std < math.inf]
    floor = min(spreads, default=min(known)) / 1e3
    low, high = max(min(known), floor, SMALLEST), min(max(known), LARGEST)
    room = 1.4 if high < 100 * low else 2.5
    return low / room, high * room
