"""The inputs do not differ from row to row.

What it means: all rows of the inputs are the same (`alike`); or some columns are, which is only mentioned (`columns`).

Why it matters: where all rows are the same the network is told nothing, and learns the usual answer only.

Not to be confused with: pixels at the edge that are always dark, padding, and columns that are constant in a small
part of the data: a constant column does no harm.

Blind spots: rows that differ by noise alone.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run


@detector(fact("data"), whole_run(), at_least=points(1), when="event", kinds=("alike", "columns"))
def constant_inputs(
    data: dict[str, Any],
    run: Run,
    *,
    rows: int = 8,  # fewer may be the same on purpose
) -> Findings:
    measured = data.get("columns") or {}
    distinct = measured.get("distinct") or []
    missing = [
        one + other for one, other in zip(measured.get("missing", ()), measured.get("infinite", ()), strict=True)
    ]
    if data.get("looked", 0) < rows or not distinct:
        return
    still = [place for place, count in enumerate(distinct) if count <= 1 and not (count and missing[place])]
    if not still:
        return
    alike = len(still) == len(distinct) and not any(missing)
    names = [str(measured["name"][place]) for place in still]
    told = f"{len(still)} of {len(distinct)} columns hold one value, such as {names[0][:24]}"
    yield Finding(
        severity="error" if alike else "info",
        message=f"all {data['looked']:,} rows of the inputs are the same" if alike else told,
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        invariant=alike,
        evidence={"kind": "alike" if alike else "columns", "constant": len(still), "columns": names[:10]},
    )
