"""What the model says of one row changes when the other rows of the batch do.

What it means: in evaluation mode the first row was asked about twice, each time among other rows, and the answers
differ by more than arithmetic explains.

Why it matters: rows should not know of each other. A view or a permutation in the wrong place mixes the batch with the
features; the model then learns from a neighbour's input and cannot do so when it is used.

Not to be confused with: batch normalisation in training mode, which mixes rows on purpose; one that keeps no running
statistics does so in evaluation too and is only mentioned; a model whose answers differ when it is asked the same
twice: dropout that does not know of evaluation mode.

Blind spots: mixing that happens in training mode only; experts with room for so many rows of a batch.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run


@detector(fact("independence"), whole_run(), at_least=points(1), when="event", kinds=("mixed", "batch-statistics"))
def output_depends_on_batch(
    independence: dict[str, Any],
    run: Run,
    *,
    change: float = 1e-3,  # of the spread of the answers: sums in another order move half precision by less
) -> Findings:
    moved, repeated = independence.get("batch"), independence.get("repeat", 0.0)
    if not isinstance(moved, (int, float)) or moved <= max(change, 10 * repeated):
        return
    modules = run.fact("modules") or []
    shared = any(one.get("kind") == "normalization" and one.get("running") is False for one in modules)
    yield Finding(
        severity="info" if shared else "error",
        message=f"the answer to one row moves by {moved:.2g} of its spread when the other rows are replaced",
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        invariant=not shared,
        evidence={"kind": "batch-statistics" if shared else "mixed", "change": moved, "repeated": repeated},
    )
