"""Two runs in lines of characters, before and after a change: each curve above the other on the same scale.

Below each pair stands what became of its last and its best value.
"""

from __future__ import annotations

import math

from traindx.reports.page import Page, clipped, tail
from traindx.reports.sparkline import BROKEN, Axis, sparkline
from traindx.reports.summary import Summary, summarized
from traindx.reports.wording import by_interest, compact, ended, format_words, span
from traindx.schema import Run, Series
from traindx.schema.direction import direction

LABEL = 9  # columns before a curve: "  before "
MOST = 40  # quantities; more are counted
AXES = ("epoch", "tokens")  # what counts, and says nothing of how well
LUCK = "One run each: chance alone moves these numbers. Repeat both with another seed before a small difference counts."


def two_runs(before: Run, after: Run, *, width: int = 80, color: bool = False, unicode: bool = True) -> str:
    """Every series of both runs, one above the other."""
    page = Page(width=width, color=color, unicode=unicode)
    for word, run in (("before", before), ("after", after)):
        ends = span(run)
        where = "" if ends is None else f", {run.unit}s {ends[0]}-{ends[1]}"
        page.entry(word, tail(page.clean(run.source), page.width - 12))
        page.entry("", f"{format_words(run)}{where}, {ended(run)}", style="dim")
    if before.unit != after.unit:
        page.entry("", f"before counts {before.unit}s, after counts {after.unit}s: read each curve by itself")
    keys = [key for key in dict.fromkeys((*by_interest(before), *by_interest(after))) if key not in AXES]
    for key in keys[:MOST]:
        _pair(page, key, before, after)
    if len(keys) > MOST:
        page.blank()
        page.line((f"and {len(keys) - MOST:,} more series; --series chooses", "dim"))
    if any(BROKEN in line[LABEL:] and line.startswith(("  before ", "  after ")) for line in page.lines):
        page.blank()
        page.line((f"{BROKEN}  a value there is not finite", "red"))
    if any(direction(key) for key in keys):
        page.blank()
        page.text(LUCK)
    return "\n".join(page.lines)


def _axes(before: Run, after: Run, columns: int) -> tuple[Axis, Axis]:
    """What the columns stand for: the same steps in both runs, where a step of one is a step of the other."""
    each = [[one for key, one in run.series.items() if key not in AXES] for run in (before, after)]
    if before.unit == after.unit:
        each = [each[0] + each[1]] * 2
    return Axis.of(each[0], columns), Axis.of(each[1], columns)


def _pair(page: Page, key: str, before: Run, after: Run) -> None:
    """One quantity: its name, the two curves, and what became of it."""
    one, two = before.series.get(key), after.series.get(key)
    places = _axes(before, after, page.width - LABEL)
    page.blank()
    page.line((clipped(page.clean(key), page.width), "bold"))
    for word, series, other, axis in (("before", one, two, places[0]), ("after", two, one, places[1])):
        curve = "not logged"
        if series is not None and len(series):
            beside = other if places[0] == places[1] and other is not None and len(other) else None
            curve = sparkline(series, axis, unicode=page.unicode, beside=beside)
        page.line((f"  {word}".ljust(LABEL), "dim"), (curve, ""))
    page.text(_change(one, two), indent=2)


def _change(one: Series | None, two: Series | None) -> str:
    """What became of the best and of the last value: "best 0.256 -> 0.0546, better by 0.201"."""
    if one is None or two is None or not len(one) or not len(two):
        only = two if one is None or not len(one) else one
        told = summarized(only) if only is not None else Summary(None, None, None, None, 0)
        return f"final {compact(told.final)}" + (f", best {compact(told.best)}" if told.best is not None else "")
    first, second, sign = summarized(one), summarized(two), direction(one.name)
    parts = [_moved("final", first.final, second.final, sign)]
    if sign and first.best is not None and second.best is not None:
        parts.append(_moved("best", first.best, second.best, sign))
    return "; ".join(parts)


def _moved(word: str, old: float | None, new: float | None, sign: int) -> str:
    text = f"{word} {compact(old)} -> {compact(new)}"
    if old is None or new is None or not (math.isfinite(old) and math.isfinite(new)):
        return text
    if old == new:
        return f"{text}, the same"
    size = compact(abs(new - old))
    if not sign:
        return f"{text}, {'up' if new > old else 'down'} by {size}"
    return f"{text}, {'better' if sign * (new - old) > 0 else 'worse'} by {size}"
