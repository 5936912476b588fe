"""A curve in one line of characters, and all curves of a run as a table of such lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from traindx.reports.page import Page, cells, clipped, tail, wrapped
from traindx.reports.summary import summarized
from traindx.reports.wording import by_interest, compact, counted, ended, format_words, span
from traindx.schema import Run, Series

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BLOCKS = "▁▂▃▄▅▆▇█"
ASCII = "_.:-=+*#"
BROKEN = "x"  # a column in which a value is not finite
# A change of less than this share of the level is no shape: a flat curve is drawn flat, not as magnified noise.
FLAT = 0.02
# An extreme of a column is drawn instead of its middle when it stands out by this many spreads of the noise.
OUTSTANDING = 6.0
# The whole range is drawn unless it is this many times the range of all but the wildest columns.
WILD = 3.0
# Wider ranges than this are drawn as they are: their multiples would leave the range of doubles.
WILDEST = 1e300


class Axis(NamedTuple):
    """What the columns of several curves share: the steps from first to last."""

    first: int
    last: int
    columns: int

    @classmethod
    def of(cls, series: list[Series], columns: int) -> Axis:
        """The axis that holds all of them; no wider than their longest has points."""
        filled = [one for one in series if len(one)]
        first = min((int(one.steps.min()) for one in filled), default=0)
        last = max((int(one.steps.max()) for one in filled), default=0)
        return cls(first, last, max(1, min(columns, max((len(one) for one in filled), default=1))))

    def column(self, step: int) -> int:
        """The column in which a step falls."""
        share = (step - self.first) / (self.last - self.first) if self.last > self.first else 0.0
        return min(self.columns - 1, max(0, int(share * self.columns)))


def sparkline(series: Series, axis: Axis, *, unicode: bool = True, beside: Series | None = None) -> str:
    """One character a column: the middle of its values, the extreme where one stands out, x where one is broken.

    `beside`: another curve on the same scale.
    """
    import numpy as np

    values, broken = _columns(series, axis)
    ramp = BLOCKS if unicode else ASCII
    low, high = drawn_range(values if beside is None else np.concatenate([values, _columns(beside, axis)[0]]))
    # Halves, so that the range of the largest numbers does not overflow.
    place = (values / 2 - low / 2) / (high / 2 - low / 2) * (len(ramp) - 1)
    level = np.clip(np.round(np.nan_to_num(place)), 0, len(ramp) - 1).astype(int)
    marks = zip(values.tolist(), broken.tolist(), level.tolist(), strict=True)
    return "".join(BROKEN if bad else " " if value != value else ramp[index] for value, bad, index in marks)


def _columns(series: Series, axis: Axis) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """One value a column; columns without a point go on with the last value, those before the first stay empty."""
    import numpy as np

    from traindx.signals.robust import median, noise
    from traindx.signals.sampling import buckets

    values, steps = series.values, series.steps
    drawn, broken = np.full(axis.columns, np.nan), np.zeros(axis.columns, dtype=bool)
    if not len(series):
        return drawn, broken
    spread = noise(values)
    reach = max(1, axis.last - axis.first)
    share = (steps.astype(np.float64) - axis.first) / reach
    at = np.clip((share * axis.columns).astype(int), 0, axis.columns - 1)
    order = np.argsort(at, kind="stable")
    edges = np.searchsorted(at[order], np.arange(axis.columns + 1))
    last = np.nan
    for column in range(axis.columns):
        part = values[order[edges[column] : edges[column + 1]]]
        if part.size:
            broken[column] = not np.isfinite(part).all()
            middle = median(part)
            extreme = float(buckets(part[np.isfinite(part)], 1)[0]) if np.isfinite(part).any() else np.nan
            last = extreme if part.size < 3 or abs(extreme / 2 - middle / 2) > OUTSTANDING * spread / 2 else middle
        drawn[column] = last
    return drawn, broken


def drawn_range(values: NDArray[np.float64]) -> tuple[float, float]:
    """From where to where the ramp reaches: a few wild columns do not flatten the rest."""
    import numpy as np

    from traindx.signals.robust import finite

    known = finite(values)
    if not known.size:
        return 0.0, 1.0
    low, high = float(known.min()), float(known.max())
    inner_low, inner_high = (float(one) for one in np.quantile(known / 2, (0.05, 0.9)) * 2)
    inner = inner_high / 2 - inner_low / 2
    if 0 < inner < WILDEST and high / 2 - low / 2 > WILD * inner:
        # What lies a whole range outside is wild and drawn at the edge; the rest has the picture to itself.
        tame = known[(known <= inner_high + (inner_high - inner_low)) & (known >= inner_low - (inner_high - inner_low))]
        if tame.max() - tame.min() > FLAT * np.abs(tame).max():
            low, high = float(tame.min()), float(tame.max())
    middle = low / 2 + high / 2
    least = FLAT * abs(middle) / 2
    if high / 2 - low / 2 <= least or high <= low:
        reach = max(least, 1e-300) * 2
        return middle - reach, middle + reach
    return low, high


def marks(steps: list[int], axis: Axis, width: int) -> str:
    """A line with ^step under the columns; a label that does not fit is written before its mark or left out."""
    line = [" "] * width
    for step in (one for one in steps if axis.first <= one <= axis.last):
        column = axis.column(step)
        label = str(step)
        behind, before = range(column, column + len(label) + 1), range(column - len(label), column + 1)
        for places, text in ((behind, "^" + label), (before, label + "^"), (range(column, column + 1), "^")):
            around = range(places.start - 1, places.stop + 1)
            inside = places.start >= 0 and places.stop <= width
            if inside and all(line[place] == " " for place in around if 0 <= place < width):
                line[places.start : places.stop] = text
                break
    return "".join(line).rstrip()


def sparklines(run: Run, *, width: int = 80, color: bool = False, unicode: bool = True, most: int = 200) -> str:
    """Every series of a run: its curve, how many points it has, its first and last value, and what is not finite."""
    page = Page(width=width, color=color, unicode=unicode)
    ends = span(run)
    where = "" if ends is None else f", {run.unit}s {ends[0]}-{ends[1]}"
    source, said = page.clean(run.source), f"{counted(len(run.series), 'series', 'series')}{where}, {ended(run)}"
    page.line((tail(source, page.width), "bold"))
    page.text(f"{format_words(run)}, {said}")
    if not run.series:
        return "\n".join(page.lines)
    shown = list(by_interest(run).items())[:most]
    labels = [clipped(page.clean(key), page.width // 3) for key, _ in shown]
    column = max(cells(label) for label in labels) + 2
    figures = [_figures(series) for _, series in shown]
    right = max(len(text) for text in figures)
    room = page.width - column - right - 2
    axis = Axis.of([series for _, series in shown], max(8, room))
    page.blank()
    for label, (_, series), text in zip(labels, shown, figures, strict=True):
        curve = sparkline(series, axis, unicode=unicode) if room >= 8 else ""
        page.line((label + " " * (column - cells(label)), "bold"), (f"{curve:<{max(0, room)}}  ", ""), (text, "dim"))
    for row in _broken(shown, run, page.width):
        page.line((page.clean(row), "red"))
    if len(run.series) > most:
        page.line((f"and {len(run.series) - most:,} more series", "dim"))
    return "\n".join(page.lines)


def _figures(series: Series) -> str:
    told = summarized(series)
    return f"{compact(told.first):>8} -> {compact(told.final):<8} {told.points:>7,}"


def _broken(shown: list[tuple[str, Series]], run: Run, width: int) -> list[str]:
    """Which series hold values that are not finite, how many, and where the first one is."""
    import numpy as np

    rows = []
    for key, series in shown:
        bad = ~np.isfinite(series.values)
        if bad.any():
            count, first = counted(int(bad.sum()), "value is", "values are"), int(series.steps[bad.argmax()])
            rows += wrapped(f"x  {key}: {count} not finite, the first at {run.unit} {first}", width)
    return rows
