"""How sure a measured rate or ratio is."""

from __future__ import annotations

import collections
import math
import random
import statistics
from collections.abc import Iterable


def upper_bound(hits: int, trials: int, level: float = 0.95) -> float:
    """Clopper and Pearson: the rate at which so few hits would be seen with probability 1 - level."""
    low, high = 0.0, 1.0
    while trials and high - low > 1e-6:
        rate = (low + high) / 2.0
        seen = sum(math.comb(trials, k) * rate**k * (1.0 - rate) ** (trials - k) for k in range(hits + 1))
        low, high = (rate, high) if seen > 1.0 - level else (low, rate)
    return high if trials else 1.0


def median_interval(values: list[float]) -> tuple[float, float]:
    """95 % of the medians of resampled values."""
    draw = random.Random(0)
    medians = sorted(statistics.median(draw.choices(values, k=len(values))) for _ in range(2000))
    return medians[49], medians[1949]


def rate_interval(outcomes: Iterable[tuple[str, bool]]) -> tuple[float, float]:
    """95 % of the rates when the groups (programs, repositories) are drawn anew."""
    groups = collections.defaultdict(list)
    for group, outcome in outcomes:
        groups[group].append(outcome)
    draw, names, rates = random.Random(0), sorted(groups), []
    for _ in range(2000):
        values = [value for name in draw.choices(names, k=len(names)) for value in groups[name]]
        rates.append(sum(values) / len(values))
    rates.sort()
    return rates[49], rates[1949]
