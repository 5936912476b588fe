"""What an agent earns: by that reinforcement learning is judged, and not by its losses.

A loss of a policy is a slope to climb and stands near zero whatever is learned; the error of a value grows with the
returns that it estimates. Neither need fall while the agent learns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from traindx.schema.run import Run, Series

EARNED = frozenset(("reward", "rewards", "rew", "return", "returns"))
# Words that make another thing of it: a term of a loss, a spread, one side of a pair that was compared.
OTHERWISE = frozenset(
    ("loss", "std", "min", "max", "var", "chosen", "rejected", "margin", "margins", "accuracy", "accuracies", "acc",
     "model", "norm", "scale", "length", "len", "lr", "rate", "discount", "target", "to", "count", "time", "fn", "kl",
     "penalty", "clip", "frac", "fraction")
)  # fmt: skip


def is_earned(name: str) -> bool:
    """Whether a series of this name, ours or a writer's own, says what an agent earns."""
    words = set(re.split(r"[^a-z0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()))
    return bool(words & EARNED) and not words & OTHERWISE


def earned(names: Iterable[str]) -> list[str]:
    """Those of the names that say what an agent earns."""
    return [name for name in names if is_earned(name)]


def returns(run: Run) -> Series | None:
    """What the agent earns, by the series that speaks of it first; None where nothing is earned."""
    found = [one for name in earned(run.series) if len(one := run.series[name])]
    return min(found, key=lambda one: (int(one.steps[0]), one.name), default=None)
