"""Deep in the model all rows of the batch look alike.

What it means: of what a layer says, next to nothing differs from row to row: less than a hundred millionth of its mean
square, so that differences are a ten thousandth of what all rows share. `inputs-alike`: the rows were alike before the
model saw them. `layers`: they entered different and grow alike on the way. The first such layer is named.

Why it matters: what cannot tell its inputs apart answers the same to all of them, and its gradients say nothing of the
input. A plain network that is deep, units that are dead or weights of next to nothing end here.

Not to be confused with: positions, types and other parts that are the same for every row by nature: a layer counts
only if all weighted layers behind it are collapsed too; a head that begins at zero, which says nothing at all.

Blind spots: models whose first axis is not the row; one row alone.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, Series, detector, fact, points, series, whole_run
from traindx.schema.modules import number, weighted


@detector(
    series("act/between/*"), fact("modules"), fact("batch", optional=True), whole_run(), at_least=points(1),
    when="event", kinds=("inputs-alike", "layers"),
)  # fmt: skip
def collapsed_activations(
    first: Series,
    modules: Any,
    batch: Any,
    run: Run,
    *,
    share: float = 1e-8,  # of the mean square; float32 itself leaves 1e-14 of it, plain nets of ten layers 1e-6
) -> Findings:
    chain = [(one["name"], number(run, f"act/between/{one['name']}")) for one in weighted(modules)]
    known = [(name, value) for name, value in chain if value is not None and value == value]
    behind = 0
    while behind < len(known) and known[-1 - behind][1] < share:
        behind += 1
    if not behind:
        return
    layer, value = known[-behind]
    inputs = (batch or {}).get("inputs") or []
    alike = bool(inputs) and all(one.get("alike") or one.get("constant") for one in inputs)
    yield Finding(
        severity="error" if alike or value == 0.0 else "warning",
        message=f"from {layer} on all rows look alike: {value:.1g} of the mean square differs",
        series=f"act/between/{layer}",
        layer=layer,
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        invariant=alike,
        evidence={"kind": "inputs-alike" if alike else "layers", "share": value, "layers": behind, "of": len(chain)},
    )
