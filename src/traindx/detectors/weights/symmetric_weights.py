"""The units of a layer have the same weights.

What it means: all rows of a weight matrix are equal, bit for bit. `constant`: the matrix holds one number only;
`equal-rows`: its rows are the same, its columns differ. Half of the matrices and more is held against the model.

Why it matters: units with the same weights say the same. Where the next layer weighs them alike too they get the same
gradient and stay the same for ever: however wide the layer is, it works as one unit.

Not to be confused with: a matrix of zeros, which zero-weights speaks of; fixed filters that are not trained; a single
matrix of equal rows among others that differ: its units part at the first step.

Blind spots: units that are alike in groups; differences of one bit, which take long to grow.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run
from traindx.schema.modules import entries, matrices, number


@detector(fact("tensors"), whole_run(), at_least=points(1), when="event", kinds=("constant", "equal-rows"))
def symmetric_weights(
    tensors: Any,
    run: Run,
    *,
    many: float = 0.5,  # of the matrices
    units: int = 4,  # rows below which being equal may be chance of a coarse grid
) -> Findings:
    trained = [one for one in matrices(tensors) if one.get("trainable") and entries(one) >= 4 * units]
    equal = [
        one for one in trained if _alike(one, units) and number(run, f"weight/zeros/{one['name']}") != entries(one)
    ]
    if not equal:
        return
    constant = sum(bool(one.get("constant")) for one in equal)
    most = len(equal) >= 2 and len(equal) >= many * len(trained)
    kind = "constant" if 2 * constant >= len(equal) else "equal-rows"
    name = equal[0]["name"]
    yield Finding(
        severity="info" if not most else "error" if kind == "constant" else "warning",
        message=f"all units have the same weights in {len(equal)} of {len(trained)} matrices, {name} the first",
        series=f"weight/std/{name}",
        layer=name,
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        invariant=most and kind == "constant",
        evidence={"kind": kind, "matrices": len(equal), "of": len(trained), "constant": constant},
    )


def _alike(tensor: dict[str, Any], units: int) -> bool:
    """Whether all rows are one: of n rows n - 1 then equal another."""
    share = tensor.get("equal_rows")
    return isinstance(share, (int, float)) and share > 0 and round(1 / max(1 - share, 1e-9)) >= units
