"""Weights are all zero.

What it means: whole weight matrices hold nothing but zeros. `locked`: no matrix of the model gets a gradient, so they
stay so for ever; `most`: half of the matrices and more; `some`: fewer, which is information.

Why it matters: a layer of zeros passes nothing on and nothing back. One of them recovers at the first step; several in
a row do not.

Not to be confused with: a head, the last layer of a residual branch or the second matrix of an adapter, which begin at
zero on purpose and get a gradient at once; biases, which mostly begin at zero; layers that are frozen.

Blind spots: where gradients were not measured, a start on purpose and one by mistake differ by their number only.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, Series, detector, fact, points, series, whole_run
from traindx.schema.modules import matrices, number


@detector(
    series("weight/zeros/*"), fact("tensors"), whole_run(), at_least=points(1), when="event",
    kinds=("locked", "most", "some"),
)  # fmt: skip
def zero_weights(
    first: Series,
    tensors: Any,
    run: Run,
    *,
    many: float = 0.5,  # of the matrices: residual branches that begin at zero are a third of theirs at most
) -> Findings:
    known = [one["name"] for one in matrices(tensors) if number(run, f"weight/zeros/{one['name']}") is not None]
    zero = [one for one in known if number(run, f"weight/zeros/{one}") == number(run, f"weight/count/{one}")]
    if not zero:
        return
    gradients = [one for name in known if (one := number(run, f"grad/norm/{name}")) is not None]
    locked = len(gradients) == len(known) and not any(gradients) and (number(run, "train/loss") or 0.0) != 0.0
    moving = bool(gradients) and all(
        number(run, f"grad/norm/{one}") for one in zero
    )  # all leave zero at the first step
    most = len(zero) >= 2 and len(zero) >= many * len(known) and not moving
    kind = "locked" if locked else "most" if most else "some"
    yield Finding(
        severity={"locked": "error", "most": "warning", "some": "info"}[kind],
        message=f"{len(zero)} of {len(known)} weight matrices are all zero, {zero[0]} the first"
        + (", and none gets a gradient" if locked else ""),
        series=f"weight/zeros/{zero[0]}",
        layer=zero[0],
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        invariant=locked,
        evidence={"kind": kind, "matrices": len(zero), "of": len(known), "names": zero[:20]},
    )
