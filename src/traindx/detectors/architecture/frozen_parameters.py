"""Parameters of the model are not trained.

What it means: tensors are marked as not trainable. `all`: every one; `as-drawn`: nine tenths of the numbers and more,
which still have the very spread and bounds that a layer is drawn with; `most`: nine tenths; `some`: fewer. Only the
first is held against the model: random features are a choice that some make. `evidence.names` lists them.

Why it matters: a frozen layer passes on what it was given. That is useful where it was trained before, and useless
where it is as random as it was made: then only what stands behind it learns.

Not to be confused with: a trained backbone under a new head, adapters beside a frozen model, tables of positions:
frozen rightly, and information here.

Blind spots: random weights of a normal distribution, which may as well be trained ones; layers that are trained in
name and left out of the optimizer, which parameters-not-optimized tells.
"""

from __future__ import annotations

import math
from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run
from traindx.schema.modules import entries, matrices, number


@detector(fact("tensors"), whole_run(), at_least=points(1), when="event", kinds=("all", "as-drawn", "most", "some"))
def frozen_parameters(
    tensors: Any,
    run: Run,
    *,
    most: float = 0.9,  # of the numbers
) -> Findings:
    rows = [one for one in tensors or [] if isinstance(one, dict)]
    frozen = [one for one in rows if one.get("trainable") is False]
    if not frozen:
        return
    share = sum(map(entries, frozen)) / max(sum(map(entries, rows)), 1)
    held = [one for one in matrices(frozen) if entries(one) >= 256]
    drawn = len(held) >= 2 and all(_as_drawn(one, run) for one in held)
    kind = "all" if len(frozen) == len(rows) else "some" if share < most else "as-drawn" if drawn else "most"
    yield Finding(
        severity="error" if kind == "all" else "info",
        message=f"{len(frozen)} of {len(rows)} tensors are frozen, {share:.0%} of the numbers"
        + (", and still as they were drawn" if kind == "as-drawn" else ""),
        layer=frozen[0]["name"],
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        invariant=kind == "all",
        evidence={"kind": kind, "tensors": len(frozen), "of": len(rows), "share": share,
                  "names": [one["name"] for one in frozen[:50]]},
    )  # fmt: skip


def _as_drawn(tensor: dict[str, Any], run: Run) -> bool:
    """Whether the spread and the bound are those of a uniform draw: of PyTorch's layers, or of Xavier's or He's."""
    spread, high = number(run, f"weight/std/{tensor['name']}"), number(run, f"weight/max/{tensor['name']}")
    into, out = tensor.get("fan_in"), tensor.get("fan_out")
    if not spread or not high or not into or not out:
        return False
    bounds = (1 / math.sqrt(into), math.sqrt(6 / (into + out)), math.sqrt(6 / into))
    error = 3 / math.sqrt(entries(tensor))  # of a spread that was measured on so many numbers
    return any(high <= bound * 1.0001 and abs(spread * math.sqrt(3) / bound - 1) < error for bound in bounds)
