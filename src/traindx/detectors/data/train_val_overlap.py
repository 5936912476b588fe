"""Rows of the validation set stand in the training set too.

What it means: rows are equal in every value, or to four digits.

Why it matters: what was learned by heart passes for understood, and the best model is chosen by what it remembers.

Not to be confused with: tables of few possible rows, where equal rows are no copies.

Blind spots: other pictures of the same scene, other rows of the same person: those are found by a name, not by their
values.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run


@detector(fact("data"), whole_run(), at_least=points(1), when="event", kinds=("exact", "rounded"))
def train_val_overlap(
    data: dict[str, Any],
    run: Run,
    *,
    share: float = 0.01,  # of the validation rows; well-kept public sets hold less
    rows: int = 3,
) -> Findings:
    split = data.get("validation") or {}
    exact, alike, total = split.get("shared", 0), split.get("alike", 0), split.get("rows", 0)
    found = max(exact, alike)
    if found < rows or not total or found / total < share or not data.get("rich"):
        return
    kind = "exact" if exact >= 0.5 * found else "rounded"
    yield Finding(
        severity="error" if found / total > 0.5 else "warning",
        message=f"{found:,} of {total:,} validation rows stand in the training set too",
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        invariant=True,
        evidence={"kind": kind, "shared": found, "exact": exact, "rows": (split.get("shared_rows") or [])[:10]},
    )
