"""Levels that a loss can have for reasons of arithmetic alone: what a cross-entropy costs when a model knows nothing,
and how low it can go when its input or its targets are squeezed.

All in nats. `classes` is the number of alternatives, two or more.
"""

from __future__ import annotations

import math


def uniform(classes: int) -> float:
    """The cross-entropy of equal guesses: log C, which is also that of a healthy head before its first step."""
    return math.log(classes)


def entropy(shares: list[float]) -> float:
    """The cross-entropy of guessing the frequencies themselves: what a model reaches that looks at no input."""
    total = sum(shares)
    return -sum(share / total * math.log(share / total) for share in shares if share > 0.0)


def double_softmax_floor(classes: int) -> float:
    """The least cross-entropy of logits that are probabilities: log(1 + (C - 1) / e). The most is one more."""
    return math.log1p((classes - 1) / math.e)


def double_sigmoid_bounds() -> tuple[float, float]:
    """The least binary cross-entropy of logits between 0 and 1, for a positive and for a negative target."""
    return math.log1p(math.exp(-1.0)), math.log(2.0)


def smoothed_floor(classes: int, smoothing: float) -> float:
    """The least cross-entropy against targets of which a share is spread over all classes: their own entropy."""
    other = smoothing / classes
    own = 1.0 - smoothing + other
    spread = (classes - 1) * other * math.log(other) if other > 0.0 else 0.0
    return -(own * math.log(own) + spread)


def classes_of(level: float, *, tolerance: float) -> int | None:
    """The small or round number of alternatives whose log C is this level, give or take a share of it; or None."""
    usual = (*range(2, 21), 25, 26, 32, 37, 50, 62, 64, 80, 90, 91, 100, 101, 128, 200, 256, 365, 500, 512, 1000, 1024)
    best = min(usual, key=lambda count: abs(math.log(count) - level))
    return best if abs(math.log(best) - level) <= tolerance * math.log(best) else None
