"""Dropout takes more than a network can learn with.

What it means: `most-dropped`: a layer of dropout sets more than eight of ten values to zero; `on-outputs`: dropout
stands behind the last layer, so that outputs themselves are set to zero and the others scaled up.

Why it matters: what remains of a value that is dropped nine times of ten is mostly noise. An output that is zero half
of the time is wrong half of the time, whatever the model has learned.

Not to be confused with: rates up to a half between layers, as they are usual; embeddings or attention with a rate of
their own; dropout of whole paths.

Blind spots: dropout written as a function; rates that add up over many layers.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run
from traindx.schema.modules import called, weighted


@detector(
    fact("modules"), fact("loss", optional=True), whole_run(), at_least=points(1), when="event",
    kinds=("most-dropped", "on-outputs"),
)  # fmt: skip
def dropout_too_strong(
    modules: Any,
    loss: Any,
    run: Run,
    *,
    high: float = 0.8,  # of the values; up to .5 is usual, and .8 was of use on inputs of bags of words
) -> Findings:
    rows = called(modules)
    strong = [one for one in rows if one["kind"] == "dropout" and (one.get("p") or 0.0) > high]
    last = rows[-1] if rows else {}
    ends = last.get("kind") == "dropout" and (last.get("p") or 0.0) > 0 and _is_output(last, rows, loss or {})
    if not strong and not ends:
        return
    one = strong[0] if strong else last
    kind = "most-dropped" if strong else "on-outputs"
    yield Finding(
        severity="warning",
        message=f"{one['name']} drops {one['p']:.0%} of what it is given" + (", the outputs" if ends else ""),
        layer=one["name"],
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"kind": kind, "rate": one["p"], "layers": len(strong)},
    )


def _is_output(last: dict[str, Any], rows: list[dict[str, Any]], loss: dict[str, Any]) -> bool:
    """Whether what the last module gives is what enters the loss, and it follows a weighted layer at once."""
    shape = (loss.get("input") or {}).get("shape")
    before = weighted(rows)
    return bool(before) and last.get("fed_by") == before[-1]["name"] and last.get("shape_out") == shape
