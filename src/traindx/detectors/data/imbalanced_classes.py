"""One class holds nearly all rows.

What it means: of all labels more than 95 in 100 are the same (`majority`), or all of them are (`one-class`). A largest
class ten times the smallest is only mentioned (`uneven`).

Why it matters: always saying that class is nearly right, and nothing is gained by learning another. Accuracy does not
show it.

Not to be confused with: classes that are uneven because the world is: many sets have a class of ten times the rows of
another and are learned well, with many classes nearly all.

Blind spots: a batch that was balanced by its sampler shows nothing of the set; labels of single pixels or words.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run


@detector(fact("data"), whole_run(), at_least=points(1), when="event", kinds=("majority", "one-class", "uneven"))
def imbalanced_classes(
    data: dict[str, Any],
    run: Run,
    *,
    majority: float = 0.95,  # accuracy of a model that has learned nothing
    uneven: float = 10.0,
    rows: int = 100,
    one_class_rows: int = 20,  # twenty even draws of two classes are alike once in half a million
) -> Findings:
    counts = ((data.get("target") or {}).get("classes")) or {}
    total = sum(counts.values())
    if not total:
        return
    largest, smallest = max(counts, key=lambda one: counts[one]), min(counts, key=lambda one: counts[one])
    share, ratio = counts[largest] / total, counts[largest] / counts[smallest]
    if len(counts) == 1 and total >= one_class_rows:
        kind, message = "one-class", f"all {total:,} labels are {largest[:24]}"
    elif len(counts) > 1 and share > majority and total >= rows:
        kind, message = "majority", f"{share:.1%} of the labels are {largest[:24]}"
    elif ratio > uneven and total >= rows:
        kind = "uneven"
        message = f"the class {largest[:24]} has {ratio:.3g} times the rows of {smallest[:24]}"
    else:
        return
    yield Finding(
        severity="info" if kind == "uneven" else "warning",
        message=message,
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"kind": kind, "share": share, "ratio": ratio, "classes": dict(list(counts.items())[:20])},
    )
