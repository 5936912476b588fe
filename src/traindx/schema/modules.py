"""What a look at a model tells of its modules and tensors, as several detectors ask for it."""

from __future__ import annotations

import math
from typing import Any

from traindx.schema.run import Run

WEIGHTED = ("linear", "convolution", "recurrent", "attention")
SMOOTH_ENDS = ("softmax", "logsoftmax", "log_softmax", "softmin")


def called(modules: Any) -> list[dict[str, Any]]:
    """The modules that a batch went through, in the order of their first call."""
    return [one for one in modules or [] if isinstance(one, dict) and one.get("calls")]


def weighted(modules: Any) -> list[dict[str, Any]]:
    """Those of them that multiply by weights."""
    return [one for one in called(modules) if one.get("kind") in WEIGHTED]


def number(run: Run, series: str) -> float | None:
    """The last value of a series; None where there is none."""
    one = run.series.get(series)
    return float(one.values[-1]) if one is not None and len(one) else None


def size(run: Run, module: str) -> float | None:
    """The root of the mean square of what a module says; None where it was not measured or is not finite."""
    norm, count = number(run, f"act/norm/{module}"), number(run, f"act/count/{module}")
    return norm / math.sqrt(count) if norm is not None and count and math.isfinite(norm) else None


def matrices(tensors: Any) -> list[dict[str, Any]]:
    """The weights among the tensors: no biases, gains and tables."""
    held = [one for one in tensors or [] if isinstance(one, dict)]
    return [one for one in held if one.get("role") in ("weight", "recurrent") and 0 not in one.get("shape", ())]


def entries(tensor: dict[str, Any]) -> int:
    """How many numbers a tensor holds."""
    return math.prod(tensor.get("shape") or (1,))


def activations(modules: Any) -> list[str]:
    """The activation functions that bend what passes, in order; what ends a classifier does not count."""
    named = [one.get("activation") for one in called(modules)]
    return [one for one in named if one and one not in SMOOTH_ENDS]
