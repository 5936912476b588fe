"""What the activations of one batch show, judged by the same detectors that read a log."""

from __future__ import annotations

from traindx.schema import Diagnosis
from traindx.schema.stats import Stats
from traindx.verbs.inspect import judged

FAMILIES = ("activations",)


def diagnose_activations(stats: Stats) -> Diagnosis:
    """The diagnosis of what `activation_stats` measured; `.problems` are its findings of warning and error."""
    return judged(stats.run, FAMILIES)
