"""A layer that should learn has no gradient in the log, although its weights are there.

What it means: others have a gradient norm, and this one has none at any step (not zero: none, or not a number).
`trainable`: the run itself says that the layer is trained. `unknown`: the log does not say.

Why it matters: a parameter that the loss does not reach stays as it was drawn. A detached tensor, a branch that is
never used, or a layer outside of the model's list of modules are the usual ways.

Not to be confused with: layers that are frozen on purpose, of which the log has weights and no gradients: where it does
not say whether they are trained this is information, as it is of layers that training leaves out at random; running
statistics, which are no parameters.

Blind spots: a log of gradients alone, which leaves such a layer out.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from traindx.schema import Finding, Findings, Run, Series, detector, fact, points, series, whole_run

SOMETIMES = re.compile(r"expert|adapter_\d", re.I)  # parts that a batch may pass by
# Buffers that move and are not trained.
BUFFERS = re.compile(r"running_(mean|var)|moving_(mean|variance)|num_batches_tracked")


@detector(
    series("grad/norm/*"),
    whole_run(),
    fact("tensors", optional=True),  # what the bench found of each: its name, and whether it is trained
    at_least=points(1),
    when="end",
    kinds=("trainable", "unknown"),
)
def missing_gradients(norm: Series, run: Run, tensors: Any) -> Findings:
    there = {layer for layer, one in run.layers("grad/norm").items() if np.isfinite(one.values).any()}
    named, sometimes = _trained(tensors), _sometimes(tensors)
    known = named if named is not None else list(run.layers("weight/norm"))
    if not there & set(known):  # gradients and weights under names of their own
        return
    for layer in known:
        if layer in there or BUFFERS.search(layer):
            continue
        yield Finding(
            severity="info" if named is None or layer in sometimes or SOMETIMES.search(layer) else "warning",
            message=f"{layer} has {'weights' if named is None else 'trainable weights'} and no gradient",
            series=f"grad/norm/{layer}",
            layer=layer,
            first_step=int(norm.steps[0]),
            last_step=int(norm.steps[-1]),
            known_step=int(norm.steps[-1]),
            open=True,
            evidence={"kind": "unknown" if named is None else "trainable", "with_gradient": len(there)},
        )


def _sometimes(tensors: Any) -> set[str]:
    """The tensors of layers that training leaves out at random, as stochastic depth does."""
    rows = tensors if isinstance(tensors, (list, tuple)) else ()
    return {str(one.get("name")) for one in rows if isinstance(one, dict) and one.get("sometimes") is True}


def _trained(tensors: Any) -> list[str] | None:
    """The names of the tensors that are trained; None where nobody asked the model."""
    if not isinstance(tensors, (list, tuple)):
        return None
    rows = [one for one in tensors if isinstance(one, dict) and "name" in one]
    return [str(one["name"]) for one in rows if one.get("trainable")] if rows else None
