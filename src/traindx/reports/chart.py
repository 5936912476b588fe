"""One curve of the page: a still picture that needs no script, and the points from which the script draws it anew.

The picture and the points are thinned to the extremes of each stretch, so that a spike of one point stays. What is
smoothed is smoothed over all points first. A point that is not finite is a triangle: at the upper edge, for minus
infinity at the lower one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from traindx.guards.escaping import html as safe
from traindx.reports.wording import scientific
from traindx.schema import Series

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

# The frame of a picture in its own units; the script has the same numbers.
WIDTH, HEIGHT = 720, 190
LEFT, RIGHT, TOP, BOTTOM = 60, 10, 12, 24
STILL = 900  # points of the picture: more than it has columns
DOTTED = 80  # a curve of fewer points shows each
WINDOWS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2)  # of the points of a series: the stops of the slider
GRID = 200  # places at which a smoothed curve is known
# Means of blocks this small are smoothed in place of the points themselves: 1e6 points in milliseconds.
BLOCKS = 20_000
# Where all of a curve but its wildest tenth takes less than this part of the picture, its scale is logarithmic.
FLATTENED = 1 / 20


class Band(NamedTuple):
    """The stretch of a curve that a finding speaks of."""

    name: str
    severity: str
    first: int
    last: int
    title: str


class Frame(NamedTuple):
    """From where to where a picture reaches."""

    left: float
    right: float
    low: float
    high: float
    log: bool

    def x(self, step: float) -> float:
        """Where a step lies."""
        return LEFT + (WIDTH - LEFT - RIGHT) * _share(step, self.left, self.right)

    def y(self, value: float) -> float:
        """Where a finite value lies."""
        low, high = (math.log10(self.low), math.log10(self.high)) if self.log else (self.low, self.high)
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - _share(math.log10(value) if self.log else value, low, high))


def curve(
    series: Series, bands: Sequence[Band], *, label: str, span: tuple[int, int], points: int, smooth: bool = True
) -> tuple[str, dict[str, Any]]:
    """The picture as SVG, and the data of the script."""
    import numpy as np

    from traindx.signals.sampling import thin

    order = np.argsort(series.steps, kind="stable")
    steps, values = series.steps[order].astype(np.float64), series.values[order]
    frame = _frame(values, span)
    xs, ys = thin(steps, values, points)
    digits = _digits(ys)
    data: dict[str, Any] = {
        "x": [int(one) for one in xs],
        "y": [_number(one, digits) for one in ys.tolist()],
        "log": frame.log,
        "bands": [[one.name, one.first, one.last] for one in bands],
        **(_smoothed(steps, values, min(GRID, max(40, points // 4))) if smooth else {}),
    }
    xs, ys = thin(steps, values, min(points, STILL))
    inside = "".join((_grid(frame), *(_band(one, frame) for one in bands), *_paths(xs, ys, frame)))
    head = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{safe(label)}">'
    return f"{head}{inside}</svg>", data


# ------------------------------------------------------------------ the points


def _smoothed(steps: Floats, values: Floats, grid: int) -> dict[str, Any]:
    """The curve smoothed over windows of several widths, each known at the same few places."""
    import numpy as np

    from traindx.signals.smoothing import block_means, moving_average

    if values.size < 10:
        return {}
    xs, ys = block_means(steps, BLOCKS), block_means(values, BLOCKS)
    places = np.unique(np.linspace(0, xs.size - 1, min(grid, xs.size)).astype(int))
    each = values.size / xs.size  # points a block
    widths = [max(2, round(part * values.size)) for part in WINDOWS]
    # A mean of neighbours is no value where there is none.
    there = np.isfinite(ys)
    curves = [np.where(there, moving_average(ys, max(1, round(width / each))), np.nan)[places] for width in widths]
    digits = _digits(ys)
    return {
        "sx": [round(one) for one in xs[places].tolist()],
        "s": [[_number(one, digits) for one in smooth.tolist()] for smooth in curves],
        "w": widths,
    }


def _digits(values: Floats) -> int:
    """Five are more than a screen shows of the range; as many more as the level is larger than it."""
    import numpy as np

    known = np.abs(values[np.isfinite(values)])
    reach = float(np.ptp(values[np.isfinite(values)] / 2)) if known.size else 0.0
    if not 0 < reach < math.inf:
        return 6
    return min(17, max(6, 5 + math.ceil(math.log10(float(known.max() / 2) / reach))))


def _number(value: float, digits: int) -> float | str:
    """JSON has no word for what is not finite."""
    if math.isfinite(value):
        return float(f"{value:.{digits}g}")
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


# ----------------------------------------------------------------- the picture


def _frame(values: Floats, span: tuple[int, int]) -> Frame:
    import numpy as np

    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    log = bool(known.size > 2 and low > 0 and _flattened(known, low, high))
    if log:
        return Frame(*span, low / 1.1, min(high * 1.1, 1.7e308), log=True)
    if high <= low:
        reach = abs(low) * 0.05 or 1.0
        low, high = low - reach, high + reach
    # Halves, so that the range of the largest numbers does not overflow.
    pad = 0.04 * (high / 2 - low / 2)
    return Frame(*span, max(low - pad, -1.7e308), min(high + pad, 1.7e308), log=False)


def _flattened(known: Floats, low: float, high: float) -> bool:
    """Whether a few wild values leave no room for the rest."""
    import numpy as np

    inner_low, inner_high = (float(one) for one in np.quantile(known / 2, (0.05, 0.9)))
    return 0 < inner_high - inner_low < FLATTENED * (high / 2 - low / 2)


def _grid(frame: Frame) -> str:
    """Lines at round values with their numbers, and round steps below."""
    parts = []
    levels = ticks(frame.low, frame.high, log=frame.log)
    for value, name in zip(levels, _names(levels), strict=True):
        y = f"{frame.y(value):.1f}"
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y}" dy="4" text-anchor="end">{name}</text>')
    for step in ticks(frame.left, frame.right):
        if step == round(step):
            x = f"{frame.x(step):.1f}"
            parts.append(f'<text x="{x}" y="{HEIGHT - 6}" text-anchor="middle">{round(step):,}</text>')
    return f'<g class="grid">{"".join(parts)}</g>'


def ticks(low: float, high: float, *, log: bool = False) -> list[float]:
    """About five round numbers of a range; on a logarithmic scale powers of ten where there are some."""
    if log:
        first, last = math.ceil(math.log10(low)), math.floor(math.log10(high))
        if last - first >= 1:
            return [10.0**power for power in range(first, last + 1, max(1, (last - first) // 4 + 1))]
    reach = high / 4 - low / 4
    if not (0 < reach < math.inf):
        return [low]
    size = 10.0 ** math.floor(math.log10(reach))
    wide = next((factor * size for factor in (1, 2, 5, 10) if factor * size >= reach * 0.75), 10 * size)
    if not (0 < wide < math.inf):
        return [low]
    count = math.floor(high / wide) - math.ceil(low / wide)
    found = [(math.ceil(low / wide) + place) * wide for place in range(min(count, 9) + 1)]
    return [one for one in found if low <= one <= high and math.isfinite(one)]


def _names(values: list[float]) -> list[str]:
    """Ticks in words, with as many digits as it takes that no two are the same."""
    found: list[str] = []
    for digits in range(3, 13):
        found = [_round(value, digits) for value in values]
        if len(set(found)) == len(values):
            break
    return found


def _round(value: float, digits: int) -> str:
    """A tick in words: 0.5, 2, 1,000, 1e6."""
    if value and not 1e-3 <= abs(value) < 1e5:
        return scientific(value, digits)
    return f"{float(f'{value:.{digits}g}'):,}".removesuffix(".0")


def _band(band: Band, frame: Frame) -> str:
    left, right = frame.x(max(band.first, frame.left)), frame.x(min(band.last, frame.right))
    place = f'x="{left - 1.5:.1f}" width="{max(3.0, right - left + 3):.1f}" y="{TOP}" height="{HEIGHT - TOP - BOTTOM}"'
    return f'<rect id="{band.name}" class="band {band.severity}" {place}><title>{safe(band.title)}</title></rect>'


def _paths(xs: Floats, ys: Floats, frame: Frame) -> list[str]:
    line, dots, broken = [], [], {}
    pen = False
    for step, value in zip(xs.tolist(), ys.tolist(), strict=True):
        x = frame.x(step)
        if not math.isfinite(value):
            broken[round(x), value < 0] = triangle(x, down=value < 0)
            pen = False
            continue
        at = f"{x:.1f} {frame.y(value):.1f}"
        line.append(f"L{at}" if pen else f"M{at}h0")
        dots.append(f"M{at}h0")
        pen = True
    found = [("raw", line), ("dots", dots if len(dots) <= DOTTED else []), ("broken", list(broken.values()))]
    return [f'<path class="{name}" d="{"".join(parts)}"/>' for name, parts in found if parts]


def triangle(x: float, *, down: bool) -> str:
    """The mark of a value that is not finite."""
    return f"M{x:.1f} {HEIGHT - BOTTOM}l-4-7h8z" if down else f"M{x:.1f} {TOP - 8}l-4 7h8z"


def _share(value: float, low: float, high: float) -> float:
    """Where a value lies between two others, from 0 to 1."""
    reach = high / 2 - low / 2
    return 0.5 if reach <= 0 else min(1.0, max(0.0, (value / 2 - low / 2) / reach))
