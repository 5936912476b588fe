"""Linear layers follow each other with nothing between them that bends.

What it means: the very output of one layer enters the next, or passes only normalisation over the batch, dropout and
averages on its way. `everywhere`: the model has no activation at all; `blocks`: block after block widens and narrows
again without one; `pair`: it happens here and there, which is information.

Why it matters: two linear layers in a row are one. A model of nothing else is a linear model, whatever its depth.

Not to be confused with: a narrow layer between two wide ones, which keeps weights few on purpose; a convolution channel
by channel with one over the channels; queries and keys, which meet in a product; layers of which a norm per row or a
recurrence stands between.

Blind spots: activations written as arithmetic are seen as a break of the chain, so such layers are never counted.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run
from traindx.schema.modules import activations, called

LINEAR = ("linear", "convolution")
BENDS = ("recurrent", "attention")


@detector(fact("modules"), whole_run(), at_least=points(1), when="event", kinds=("everywhere", "blocks", "pair"))
def linear_layers_in_a_row(modules: Any, run: Run) -> Findings:
    rows = called(modules)
    named = {one["name"]: one for one in rows}
    pairs = [(before, one) for one in rows if (before := _before(one, named)) is not None and _wasted(before, one)]
    if not pairs:
        return
    bends = activations(modules) or any(one["kind"] in BENDS or "Max" in one.get("type", "") for one in rows)
    widening = [pair for pair in pairs if pair[0].get("out", 0) > max(pair[0].get("in", 0), pair[1].get("out", 0))]
    kind = "everywhere" if not bends else "blocks" if len(widening) >= 2 else "pair"
    first, second = pairs[0][0]["name"], pairs[0][1]["name"]
    yield Finding(
        severity="info" if kind == "pair" else "warning",
        message=f"{first} enters {second} with no activation between"
        + (f", and {len(pairs) - 1} more such pairs" if len(pairs) > 1 else ""),
        layer=second,
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"kind": kind, "pairs": len(pairs), "widening": len(widening)},
    )


def _before(module: dict[str, Any], named: dict[str, dict[str, Any]]) -> dict[str, Any] | None:
    """The linear layer whose output this linear layer is given, what is linear itself looked through."""
    if module["kind"] not in LINEAR:
        return None
    source = named.get(str(module.get("fed_by")))
    for _ in range(10):  # a chain longer than any in use
        if source is None or source.get("activation") or source["calls"] != module["calls"]:
            return None
        if source["kind"] in LINEAR:
            return source
        if not _passes(source):
            return None
        source = named.get(str(source.get("fed_by")))
    return None


def _passes(module: dict[str, Any]) -> bool:
    """Whether what goes through comes out as a linear function of it."""
    name = str(module.get("type", "")).lower()
    words = (
        "flatten",
        "reshape",
        "identity",
        "batchnorm",
        "batchnormalization",
        "avg",
        "average",
        "dropout",
        "permute",
    )
    return any(word in name for word in words)


def _wasted(first: dict[str, Any], second: dict[str, Any]) -> bool:
    """Whether one layer could do what both do with no more weights: nothing is narrow, nothing works by channels."""
    widths = [one.get(word) for one, word in ((first, "in"), (first, "out"), (second, "out"))]
    if None in widths or _by_channels(first) or _by_channels(second):
        return False
    return int(widths[1] or 0) >= min(_wide(first), int(widths[2] or 0))


def _wide(module: dict[str, Any]) -> int:
    field = max(1, module.get("field", 1))
    return int(module["in"]) // int(field)


def _by_channels(module: dict[str, Any]) -> bool:
    return int(module.get("groups", 1)) > 1
