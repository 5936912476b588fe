"""The first place from which it is sure that a series climbs, found causally: later values never move it."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from traindx.signals.relative import Scale
from traindx.signals.robust import MAD_TO_SD
from traindx.signals.smoothing import block_means, trailing_median
from traindx.signals.trend import mann_kendall
from traindx.signals.windows import window_medians


class Climb(NamedTuple):
    """Levels are on the scale that was handed in; places are places of its values."""

    kind: str  # above-start, from-best
    onset: int
    known: int
    low: float  # the level that it left
    high: float  # the level at which it was known
    least: float  # what must be left of it at the end for it to stand


def first_climb(scale: Scale, width: int, *, above_start: float, from_best: float, z: float) -> Climb | None:
    """The earliest of the ways in which a climb shows; a level is the median of the last `width` values."""
    ways = (
        _tenfold(scale),
        _at_once(scale) if width == 3 else None,
        _by_level(scale, width, above_start, from_best, z),
        _lasting(scale, from_best),
        _steady(scale),
    )
    found = [one for one in ways if one is not None and one.known >= scale.begin]
    return min(found, key=lambda one: one.known, default=None)


def _tenfold(scale: Scale) -> Climb | None:
    """Ten times all that was before, twice in a row or at the last point: two points are enough to see that."""
    y = scale.values
    if not scale.logarithmic or y.size < 2:
        return None
    highest = np.maximum.accumulate(y)[:-1]
    far = y[1:] > highest + math.log(10.0)
    for place in (np.flatnonzero(far) + 1).tolist():
        if place + 1 >= y.size or y[place + 1] > highest[place - 1] + math.log(3.0):
            return Climb("above-start", place, place, float(highest[place - 1]), float(y[place]), math.log(3.0))
    return None


def _at_once(scale: Scale) -> Climb | None:
    """Six levels above the very first value, which has no neighbours: by half each, twice in the middle.

    For values of which each stands for many steps; single batches scatter too much to trust the first of them.
    """
    y = scale.values
    if not scale.logarithmic or y.size < 7:
        return None
    after = y[1:7]
    middle = float(np.median(after))
    far = float(after.min()) - y[0] > math.log(1.5) and middle - y[0] > max(
        math.log(2.0), 4.0 * float(after.std(ddof=1))
    )
    return Climb("above-start", 1, 6, float(y[0]), middle, math.log(1.5)) if far else None


def _by_level(scale: Scale, width: int, above_start: float, from_best: float, z: float) -> Climb | None:
    y = scale.values
    if y.size < width + 2:
        return None
    level = trailing_median(y, width)[width - 1 :]
    places = np.arange(y.size)
    # Of three values the median is one, which would leave no spread: there the second differences tell it.
    rest = (
        np.abs(np.diff(y, 2, prepend=[y[0], y[0]])) / math.sqrt(6.0)
        if width == 3
        else np.abs(y - trailing_median(y, 20))
    )
    spread = MAD_TO_SD * window_medians(rest, places - 200, places + 1)[width - 1 :]
    # 1.25: a median is by so much less sure than a mean. Few differences tell their own spread badly.
    error = z * 1.25 * spread / math.sqrt(width) * (1.0 + 5.0 / places[width - 1 :])
    best = np.minimum.accumulate(level)
    over_start = level - level[0] > np.fmax(above_start, error)
    over_best = level - best > np.fmax(from_best, error)
    hits = np.flatnonzero(over_start | over_best)
    if not hits.size:
        return None
    hit = int(hits[0])
    kind = "above-start" if over_start[hit] else "from-best"
    low = float(level[0] if kind == "above-start" else best[hit])
    below = np.flatnonzero(level[:hit] <= low + 0.1 * (level[hit] - low))
    onset = int(below[-1]) + width - 1 if below.size else 0
    return Climb(kind, onset, hit + width - 1, low, float(level[hit]), above_start)


def _lasting(scale: Scale, least: float) -> Climb | None:
    """A short best and a long stay far above it: what a level of twenty values is too slow to see early in a run."""
    y, short, long = scale.values, 5, 20
    if y.size < short + long:
        return None
    places = np.arange(y.size)
    usual = window_medians(y, places - 9, places)
    spread = MAD_TO_SD * window_medians(np.abs(y - usual), places - 200, places + 1)[short + long - 1 :]
    # The first descent counts as spread for long; early in a run the last twenty values say how they scatter, a quarter
    # more or less.
    ends = range(short + long - 1, min(y.size, short + long + 99))
    own = [float(np.median(np.abs(part - np.median(part)))) for part in (y[end - long + 1 : end + 1] for end in ends)]
    spread[: len(own)] = np.minimum(spread[: len(own)], 1.25 * MAD_TO_SD * np.array(own))
    best = np.minimum.accumulate(trailing_median(y, short)[short - 1 : y.size - long])
    level = trailing_median(y, long)[short + long - 1 :]
    # The best of many lies three errors low; the errors of medians of five and of twenty values are .56 and .28 of it.
    hits = np.flatnonzero(level - best > np.fmax(least, (4.5 * 0.56 + 3.5 * 0.28) * spread))
    if not hits.size:
        return None
    hit = int(hits[0])
    low, known = float(best[hit]), hit + short + long - 1
    under = np.flatnonzero(trailing_median(y, short)[:known] <= low + 0.1 * (float(level[hit]) - low))
    return Climb("from-best", int(under[-1]), known, low, float(level[hit]), math.log(1.5))


def _steady(scale: Scale) -> Climb | None:
    """Rising from the first block on: looked at in prefixes of fixed lengths, so that longer ones agree."""
    y = scale.values
    length = 10
    while scale.logarithmic and length <= y.size:
        blocks = block_means(y[:length], 10)
        tau, p = mann_kendall(blocks)
        # Clearly higher, without noise to speak of: tau .8 of ten blocks has a chance of one in a thousand.
        if tau > 0.8 and p < 2e-3 and float(blocks[-2:].mean() - blocks[:2].mean()) > math.log(1.08):
            return Climb("above-start", 0, length - 1, float(blocks[0]), float(blocks[-1]), math.log(1.08))
        length = length + 1 if length < 20 else math.ceil(length * 1.25)
    return None
