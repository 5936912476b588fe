"""What was measured layer by layer, as a picture needs it: a row a layer, or a table of layers and steps."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from traindx.schema import Run, Series

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

# What is logged a layer at a time: its name, and whether its sizes spread over decades.
QUANTITIES = {
    "grad/norm": ("gradient norm", True),
    "update/ratio": ("update over weight", True),
    "weight/norm": ("weight norm", True),
    "act/norm": ("size of the output", True),
    "act/dead": ("share of dead units", False),
    "act/saturated": ("share of saturated units", False),
}
SMALLEST, LARGEST = 1e-60, 1e60  # of a norm that is drawn: an axis beyond leaves the range of doubles
LEAST = 2  # layers; a single one is a curve
# Ends of the colours: what lies outside of all but these shares of the cells has the colour of the end.
OUTER = (0.01, 0.99)


class Row(NamedTuple):
    """One layer: its usual norm in the first and the last third of the run, and the reach of all that is above zero."""

    layer: str
    early: float
    late: float
    low: float
    high: float
    zeros: float  # share of the points
    broken: float


class Heat(NamedTuple):
    """Layers by steps; NaN where nothing was logged, infinite where a value was not finite."""

    quantity: str
    layers: list[str]
    steps: list[int]  # at which each column begins, and the end of the last
    values: Floats
    log: bool


def flow(run: Run, name: str = "grad/norm", *, least: int = LEAST) -> list[Row]:
    """A row for every layer, in the order of the model; nothing where the log has no layers."""
    layers = run.layers(name)
    return [_row(layer, one) for layer, one in layers.items()] if len(layers) >= least else []


def _row(layer: str, series: Series) -> Row:
    import numpy as np

    from traindx.signals.robust import median

    values = series.values[np.argsort(series.steps, kind="stable")]
    finite = np.isfinite(values)
    values = np.where(finite & (values > 0), np.clip(values, SMALLEST, LARGEST), values)
    above = values[finite & (values > 0)]
    third = max(1, values.size // 3)
    parts = [part[np.isfinite(part)] for part in (values[:third], values[-third:])]
    early, late = (median(part) if part.size else math.nan for part in parts)
    low, high = (float(above.min()), float(above.max())) if above.size else (math.nan, math.nan)
    zeros, broken = float((values == 0.0).mean()), float((~finite).mean())
    return Row(layer, early, late, low, high, zeros, broken)


def reach(rows: list[Row]) -> tuple[float, float]:
    """From where to where an axis for all of them goes."""
    known = [one for row in rows for one in (row.low, row.high) if one > 0] or [0.1, 1.0]
    low, high = min(known), max(known)
    room = 1.4 if high < 100 * low else 2.5
    return low / room, high * room


def heats(run: Run, columns: int) -> list[Heat]:
    """A table for each quantity that was logged layer by layer at several steps."""
    found = (_heat(run, name, columns) for name in QUANTITIES)
    return [one for one in found if one is not None]


def _heat(run: Run, name: str, columns: int) -> Heat | None:
    import numpy as np

    layers = run.layers(name)
    steps = np.unique(np.concatenate([one.steps for one in layers.values()])) if layers else np.empty(0)
    if len(layers) < LEAST or steps.size < 2:
        return None
    edges = steps if steps.size <= columns else np.linspace(float(steps[0]), float(steps[-1]) + 1.0, columns + 1)[:-1]
    values = np.array([_cells(one, edges) for one in layers.values()])
    values = np.where(np.isfinite(values) & (values > 0), np.clip(values, SMALLEST, LARGEST), values)
    width = max(1, int(edges[-1] - edges[-2]))
    marks = [*(math.floor(edge) for edge in edges), math.floor(edges[-1]) + width]
    return Heat(name, list(layers), marks, values, QUANTITIES[name][1])


def _cells(series: Series, edges: Floats) -> Floats:
    """The median of each column; one value that is not finite shows."""
    import numpy as np

    places = np.clip(np.searchsorted(edges, series.steps, side="right") - 1, 0, len(edges) - 1)
    cells = np.full(len(edges), np.nan)
    order = np.argsort(places, kind="stable")
    places, values = places[order], series.values[order]
    begins = np.flatnonzero(np.append(True, np.diff(places) > 0))
    for begin, end in zip(begins, np.append(begins[1:], places.size), strict=True):
        part = values[begin:end]
        cells[places[begin]] = np.inf if not np.isfinite(part).all() else float(np.median(part))
    return cells


def colours(heat: Heat) -> tuple[float, float]:
    """The values at the two ends of the colours."""
    import numpy as np

    known = heat.values[np.isfinite(heat.values) & ((heat.values > 0) | (not heat.log))]
    if not known.size:
        return (0.1, 1.0) if heat.log else (0.0, 1.0)
    low, high = (float(one) for one in np.quantile(known, OUTER))
    if not heat.log:
        return 0.0, max(1.0, high)
    return (low, high) if high > 1.05 * low > 0 else (low / 2 or 1e-300, max(high * 2, 1e-299))


def kept(layers: list[str], most: int, flagged: Collection[str]) -> list[int]:
    """Places of the layers that a picture has room for: those that a finding names, and of the others every so many."""
    if len(layers) <= most:
        return list(range(len(layers)))
    named = [place for place, layer in enumerate(layers) if layer in flagged][: most // 2]
    rest = [place for place in range(len(layers)) if place not in set(named)]
    room = most - len(named)
    chosen = {rest[round(index * (len(rest) - 1) / max(1, room - 1))] for index in range(room)}
    return sorted({*named, *chosen})
