"""A model that predicts the next token answers differently when later tokens change.

What it means: the second half of each sequence was replaced, and the answers to the first half moved. The targets are
the inputs of the next place, so what has to be predicted was there to be read.

Why it matters: the loss falls far below what the text allows, and what the model writes by itself is nonsense.

Not to be confused with: models that fill gaps or label whole sequences, which may read both ways: their targets are
not the next inputs, and nothing is asked of them.

Blind spots: a mask that leaks a single place further on than the middle of the sequence.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run


@detector(fact("independence"), whole_run(), at_least=points(1), when="event")
def output_depends_on_future(
    independence: dict[str, Any],
    run: Run,
    *,
    change: float = 1e-3,  # of the spread of the answers: sums in another order move half precision by less
) -> Findings:
    moved, repeated = independence.get("future"), independence.get("repeat", 0.0)
    if not independence.get("next_token") or not isinstance(moved, (int, float)):
        return
    if moved <= max(change, 10 * repeated):
        return
    yield Finding(
        severity="error",
        message=f"answers move by {moved:.2g} of their spread when only later tokens are replaced",
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        invariant=True,
        evidence={"change": moved, "repeated": repeated},
    )
