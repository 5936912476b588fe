"""What a module says is not a finite number.

What it means: of the modules, in the order in which they were called, the first whose output holds NaN or infinity.
`from-inputs`: what entered the model held such values; `from-weights`: a weight of that module does; `in-module`: the
inputs and weights were finite, and the module made it. `infinite`: infinity alone, as masks have it (information).
`evidence.origin` tells the way from the input to the module.

Why it matters: whatever is computed from it is lost, the loss first, and one step later every weight.

Not to be confused with: masks of minus infinity in front of a softmax, which are meant.

Blind spots: what a function outside of modules makes is seen at the next module that it enters.
"""

from __future__ import annotations

import math
from typing import Any

from traindx.schema import Finding, Findings, Run, Series, detector, fact, points, series, whole_run
from traindx.schema.modules import called, number


@detector(
    series("act/nonfinite/*"), fact("modules"), fact("batch", optional=True), whole_run(), at_least=points(1),
    when="event", kinds=("from-inputs", "from-weights", "in-module", "infinite"),
)  # fmt: skip
def nan_activation(first: Series, modules: Any, batch: Any, run: Run) -> Findings:
    names = [one["name"] for one in called(modules)]
    broken = [name for name in names if (number(run, f"act/nonfinite/{name}") or 0.0) > 0.0]
    if not broken:
        return
    layer = broken[0]
    bad = [one for one in (batch or {}).get("inputs") or [] if one.get("nan") or one.get("inf")]
    prefix = f"{layer}." if run.framework != "keras" else f"{layer}/"
    weights = [key.removeprefix("weight/nonfinite/") for key in run.series
               if key.startswith(f"weight/nonfinite/{prefix}") and number(run, key)]  # fmt: skip
    kind = "from-inputs" if bad else "from-weights" if weights else "in-module"
    loss = number(run, "train/loss")
    masks = kind == "in-module" and loss is not None and math.isfinite(loss)
    count = int(number(run, f"act/nonfinite/{layer}") or 0)
    yield Finding(
        severity="info" if masks else "error",
        message=f"{count} values that {layer} gives are not finite, the first of {len(names)} modules to do so",
        series=f"act/nonfinite/{layer}",
        layer=layer,
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        invariant=not masks,
        evidence={
            "kind": "infinite" if masks else kind,
            "modules": len(broken),
            "origin": [
                *({"where": one.get("name"), "what": "input", "value": one.get("nan", 0)} for one in bad),
                *({"where": one, "what": "weight", "value": number(run, f"weight/nonfinite/{one}")} for one in weights),
                {"where": layer, "what": "output", "value": count},
                {"where": "loss", "what": "value", "value": loss},
            ],
        },
    )
