"""Some values lie so far out that the tail of their own column does not reach there.

What it means: a value is so far from the others that ten thousand such tables would hardly hold one. Row and column
are named.

Why it matters: a slip of the unit or a broken sensor makes one batch outweigh all others, and the loss spikes whenever
that batch comes.

Not to be confused with: heavy tails, sparse counts and codes, in which large values belong: each column is measured by
its own tail.

Blind spots: wrong values in the usual range; a wrong value that many rows share, such as -999; single pixels.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run


@detector(fact("data"), whole_run(), at_least=points(1), when="event")
def outlier_samples(data: dict[str, Any], run: Run) -> Findings:
    far = data.get("far") or []
    if not far:
        return
    worst = far[0]
    more = f", and {len(far) - 1} more" if len(far) > 1 else ""
    where = f"row {worst['row']}, column {str(worst['column'])[:24]}"
    yield Finding(
        severity="warning",
        message=f"{where} holds {worst['value']:.4g} where {worst['usual']:.4g} is usual{more}",
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"values": far[:10]},
    )
