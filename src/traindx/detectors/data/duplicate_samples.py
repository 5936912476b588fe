"""Many rows of the data are copies of others.

What it means: more than one row in twenty equals an earlier row in every value (`copies`); or rows that equal each
other carry different labels (`conflicting`).

Why it matters: the set is smaller than it looks, copies fall on both sides of a split, and rows that say two things at
once cannot be learned.

Not to be confused with: tables of few possible rows, such as answers to a questionnaire or repeated measurements at the
same settings, where equal rows are no copies: nothing is said where no column tells rows apart.

Blind spots: copies that were scaled, cropped or saved again.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run


@detector(fact("data"), whole_run(), at_least=points(1), when="event", kinds=("copies", "conflicting"))
def duplicate_samples(
    data: dict[str, Any],
    run: Run,
    *,
    copies: float = 0.05,  # of the rows; sets of photographs from the web hold one or two in a hundred
    conflicting: float = 0.02,
    rows: int = 50,
) -> Findings:
    equal, looked = data.get("equal") or {}, data.get("looked", 0)
    repeated, torn = equal.get("copies", 0), equal.get("conflicting", 0)
    one_row = repeated == looked - 1  # all the same: that is another finding
    if looked < rows or not repeated or one_row or not data.get("rich"):
        return
    if torn / looked >= conflicting:
        kind, message = "conflicting", f"{torn:,} of {looked:,} rows equal others that have another label"
    elif repeated / looked >= copies:
        kind, message = "copies", f"{repeated:,} of {looked:,} rows are copies of others"
    else:
        return
    yield Finding(
        severity="warning",
        message=message,
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"kind": kind, "copies": repeated, "conflicting": torn, "largest": equal.get("largest"),
                  "pairs": (equal.get("pairs") or [])[:10]},
    )  # fmt: skip
