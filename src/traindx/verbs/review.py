"""What a model is made of, and what in its design stands in the way of training."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from traindx.schema import Run
from traindx.schema.stats import Stats
from traindx.verbs.inspect import described, judged, measured

FAMILIES = ("architecture", "weights")


def review(model: Any, *, samples: int | None = None, batch: Any = None, loss_fn: Any = None) -> Stats:
    """The architecture of a model; `samples` is the size of the training set, a batch shows the order of its layers."""
    run = described(model) if batch is None else measured(model, batch, loss_fn, only=("architecture",))
    if samples is not None:
        run = msgspec.structs.replace(run, settings={**run.settings, "samples": samples})
    modules = run.fact("modules") or []
    rows = {one["name"]: {word: value for word, value in one.items() if word != "name"} for one in modules}
    return Stats(
        subject="architecture", run=run, rows=rows, summary=_summary(run, modules), diagnosis=judged(run, FAMILIES)
    )


def _summary(run: Run, modules: list[dict[str, Any]]) -> dict[str, Any]:
    """The answers to the first questions of a review."""
    model = run.fact("model") or {}
    samples = run.count("samples")
    kinds = Counter(one["kind"] for one in modules)
    activations = Counter(one["activation"] for one in modules if one.get("activation"))
    return {
        "parameters": model.get("parameters"),
        "trainable": model.get("trainable"),
        "parameters_per_sample": None if not samples else model.get("parameters", 0) / samples,
        "depth": run.fact("depth"),
        "normalization": kinds["normalization"],
        "dropout": kinds["dropout"],
        "activations": dict(activations),
        "kinds": dict(kinds),
        "frozen": [one["name"] for one in run.fact("tensors") or [] if not one["trainable"]],
    }
