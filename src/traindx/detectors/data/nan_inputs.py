"""Some inputs are no numbers.

What it means: values are missing (`missing`) or infinite (`infinite`) in what goes into the network.

Why it matters: one of them makes the loss of its batch NaN, and with the next step every weight.

Not to be confused with: texts and names, of which a missing one is only a name more; a column that a later step of the
pipeline fills: then it is filled before the network, and this tells how much there is to fill.

Blind spots: numbers that stand for a missing one, such as -999.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run


@detector(fact("data"), whole_run(), at_least=points(1), when="event", kinds=("missing", "infinite"))
def nan_inputs(data: dict[str, Any], run: Run) -> Findings:
    measured, named = data.get("columns") or {}, set(data.get("named") or ())
    for kind, word in (("missing", "missing"), ("infinite", "infinite")):
        counts = [0 if place in named else count for place, count in enumerate(measured.get(kind) or ())]
        hit = [place for place, count in enumerate(counts) if count]
        if not hit:
            continue
        worst = max(hit, key=lambda place: counts[place])
        name = str(measured["name"][worst])[:24]
        where = f"in the column {name}" if len(hit) == 1 else f"in {len(hit)} columns, most in {name}"
        rows = data.get("missing_rows") or []
        yield Finding(
            severity="error",
            message=f"{sum(counts):,} {'input is' if sum(counts) == 1 else 'inputs are'} {word} {where}",
            series=f"inputs/{kind}",
            first_step=0,
            last_step=run.last_step,
            known_step=0,
            open=True,
            invariant=True,
            evidence={"kind": kind, "count": sum(counts), "columns": len(hit), "worst": name, "rows": rows[:10]},
        )
