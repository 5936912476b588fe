"""One column tells the target nearly alone.

What it means: on rows that it was not fitted to one column names the class in 99 of 100 cases that a constant answer
gets wrong, or follows the number to a thousandth of its variance, and no other column comes near (`copy`). A column
that counts the rows tells them because the rows are sorted (`row-number`).

Why it matters: a column that was filled in after the fact, or that encodes the answer, will not be there in use.

Not to be confused with: a task that is easy: there several columns tell much. A table of one column, which must tell.

Blind spots: an answer that is spread over two columns, or hidden in the text.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run


@detector(fact("data"), whole_run(), at_least=points(1), when="event", kinds=("copy", "row-number"))
def leaking_feature(
    data: dict[str, Any],
    run: Run,
    *,
    classes: float = 0.99,
    numbers: float = 0.999,  # measured quantities follow each other to a hundredth at best
    others: float = 0.9,  # skill of the next column: above, the task is easy
    rows: int = 50,
) -> Findings:
    telling = data.get("telling") or []
    target = data.get("target") or {}
    if not telling or data.get("looked", 0) < rows:
        return
    first = telling[0]
    least = classes if target.get("kind") == "classes" else numbers
    counts = next((one for one in telling if one.get("numbered") and one["skill"] >= 0.95), None)
    others_skill = max((one["skill"] for one in telling if one is not (counts or first)), default=0.0)
    if counts is not None and others_skill < counts["skill"]:
        kind, found = "row-number", counts
        message = f"the column {str(found['column'])[:24]} counts the rows, and the target is sorted by it"
    elif first["skill"] >= least and others_skill <= others:
        kind, found = "copy", first
        message = f"the column {str(found['column'])[:24]} alone tells the target ({found['skill']:.1%} of it)"
    else:
        return
    yield Finding(
        severity="warning",
        message=message,
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"kind": kind, "column": found["column"], "skill": found["skill"], "next": others_skill},
    )
