"""The inputs are far from the size that a network is made for.

What it means: most columns are larger than ten (`large`), or a few are a hundred times as large as the others
(`uneven`). What counts is the root mean square of the central nine tenths of a column, so that neither its tail nor a
wild value makes it large.

Why it matters: first layers are initialised for inputs of about one. Larger ones overshoot at a usual rate, and small
columns beside large ones are learned last.

Not to be confused with: whole numbers that name things, such as tokens and bytes of images, which are no measure; a
model whose first layer normalises; heavy tails and sparse counts, whose central values are small. Where no model is
known it is only mentioned.

Blind spots: a model that scales its inputs by hand in its forward; columns that are all far too small.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run

TAKES_ANY = ("normalization", "embedding")  # layers that do not mind
SCALING = ("Rescaling", "Normalization", "Normalize")  # those that count as another kind


@detector(fact("data"), whole_run(), at_least=points(1), when="event", kinds=("large", "uneven"))
def inputs_off_scale(
    data: dict[str, Any],
    run: Run,
    *,
    large: float = 10.0,  # a standardised column is 1, pixels up to 1 are 0.6, bytes 150
    uneven: float = 100.0,  # times the usual column; and larger than `large` by itself
) -> Findings:
    measured = data.get("columns") or {}
    if data.get("kind") in ("tokens", "text") or str(data.get("dtype", "")).startswith(("int", "uint", "bool")):
        return
    named = set(data.get("named") or ())
    sizes = {
        name: measured["size"][place]
        for place, name in enumerate(measured.get("name") or ())
        if place not in named and measured["size"][place] and measured["distinct"][place] > 2
    }
    if not sizes:
        return
    ordered = sorted(sizes, key=lambda name: -sizes[name])
    usual, widest = sizes[ordered[len(ordered) // 2]], ordered[0]
    if usual > large:
        kind, message = "large", f"half of the inputs are larger than {usual:.3g}; about 1 is usual"
    elif sizes[widest] > max(large, uneven * usual):
        kind, message = "uneven", f"the column {widest[:30]} is as large as {sizes[widest]:.3g}, others {usual:.3g}"
    else:
        return
    modules = run.fact("modules") or []
    kinds = ["normalization" if one.get("type") in SCALING else one.get("kind") for one in modules]
    first = next((one for one in kinds if one not in ("other", "dropout", "skip")), None)
    if first in TAKES_ANY:
        return
    yield Finding(
        severity="warning" if modules else "info",
        message=message,
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"kind": kind, "usual": usual, "largest": sizes[widest], "column": widest, "first_layer": first},
    )
