"""The validation inputs are not distributed as the training inputs are.

What it means: they are many times larger or smaller (`scaled`), most of their columns lie elsewhere (`shifted`), they
have another width (`width`), or labels that training does not know (`new-classes`). A few columns that differ are only
mentioned (`columns`).

Why it matters: validation then judges how the data were prepared and not what was learned.

Not to be confused with: a split by time or by place, in which a few columns move.

Blind spots: what differs only in how columns go together; fewer than thirty rows.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run

KINDS = ("scaled", "shifted", "width", "new-classes", "columns")


@detector(fact("data"), whole_run(), at_least=points(1), when="event", kinds=KINDS)
def val_inputs_differ(
    data: dict[str, Any],
    run: Run,
    *,
    times: float = 3.0,  # of a typical column; 255 where one side was not divided
    most: float = 0.5,  # of the columns
    far: float = 0.5,  # distance: half of the values lie where none of the others do
) -> Findings:
    split = data.get("validation") or {}
    looked, moved = split.get("looked", 0), split.get("moved", 0)
    shifts = split.get("shifts") or []
    before, after = (split.get("sizes") or [None, None])[:2]
    severity = "warning"
    width = len((data.get("columns") or {}).get("name") or ())
    ratio = after / before if before and after else 1.0
    if split and split.get("columns", width) != width:
        kind, message = "width", f"validation rows have {split['columns']} values, training rows {width}"
    elif moved > most * looked and not 1 / times < ratio < times:
        kind, message = "scaled", f"validation inputs are {ratio:.3g} times as large as training inputs"
    elif looked and moved > most * looked and shifts[0]["distance"] >= far:
        kind, message = "shifted", f"{moved} of {looked} columns of the validation inputs lie elsewhere"
    elif split.get("new_classes"):
        names = split["new_classes"]
        kind, message = (
            "new-classes",
            f"validation has {len(names)} classes that training lacks, such as {names[0][:24]}",
        )
    elif moved:
        kind, severity = "columns", "info"
        message = f"{moved} of {looked} columns differ between training and validation, most {shifts[0]['column'][:24]}"
    else:
        return
    yield Finding(
        severity=severity,
        message=message,
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"kind": kind, "times": ratio, "moved": moved, "columns": [one["column"] for one in shifts[:10]]},
    )
