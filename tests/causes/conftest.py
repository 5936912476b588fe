"""Given findings, where a cause stands: by the causes and the ranking that are in force, without a log."""

from __future__ import annotations

import functools

import pytest

from traindx.ranking.evidence import Evidence, Standing
from traindx.ranking.explanations import Ranking, rank
from traindx.registry import units

RARE = {"settings", "weights", "activations", "precision", "throughput", "distributed", "loop", "optimizer",
        "architecture", "data"}  # fmt: skip
LAYERED = {"zero-gradients", "missing-gradients", "gradient-imbalance"}
SEVERITY = {"!": "error", "?": "info"}


@functools.cache
def _ranked(seen: tuple[str, ...]) -> Ranking:
    families = {unit.id: unit.family for unit in units("detectors").values()}
    standing = []
    for words in seen:
        id, _, kind = words.rstrip("!?").partition(":")
        standing.append(Standing(id, kind or None, families[id], SEVERITY.get(words[-1], "warning")))
    causes = {unit.id: unit.subject for unit in units("causes").values()}
    # What few logs hold is not looked for here unless it stands: these are the words of a log of curves alone.
    rare = {id for id, family in families.items() if family in RARE} | LAYERED
    told = rare - {one.id for one in standing}
    return rank(causes, Evidence(tuple(standing), frozenset(families) - told, families), prior=0.5)


@pytest.fixture
def share():
    """The probability of a cause, given what stands: `id:kind`, with `!` for an error and `?` for an info."""
    return lambda cause, *seen: _ranked(seen).probability.get(cause, 0.0)


@pytest.fixture
def place():
    """Where a cause stands; causes that no log can tell apart share a place."""

    def of(cause: str, *seen: str) -> int:
        causes = units("causes")
        probability = _ranked(seen).probability
        groups: dict[str, float] = {}
        for id, value in probability.items():
            group = causes[id].subject.never_apart or id
            groups[group] = max(groups.get(group, 0.0), value)
        own = causes[cause].subject.never_apart or cause
        return 1 + sum(value > probability[cause] + 1e-9 for group, value in groups.items() if group != own)

    return of
