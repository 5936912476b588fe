"""Many layers follow each other with neither normalisation nor skips.

What it means: the batch went through at least ten weighted layers, of which none is normalised and few are bridged. It
is information up to thirty layers, and a warning above where the signal suffers: rows that look alike or outputs that
fade at the end.

Why it matters: each plain layer scales what passes, forward and back. Over many layers small errors of the scale
multiply.

Not to be confused with: models of a depth that works: a depth above ten without normalisation of the batch says little,
since layer norms, skips, scaled units and a careful start serve as well. The depth alone is never called a fault.

Blind spots: skips that concatenate; the depth in time of a recurrent layer.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run
from traindx.schema.modules import activations, called, number, weighted


@detector(fact("modules"), fact("skips", optional=True), whole_run(), at_least=points(1), when="event")
def deep_without_normalization(
    modules: Any,
    skips: Any,
    run: Run,
    *,
    deep: int = 10,  # layers; VGG's nineteen were trained so, with care
    far: int = 30,
    share: float = 1e-4,  # of the mean square of the last hidden layer that differs from row to row
) -> Findings:
    chain = weighted(modules)
    normed = any(one["kind"] == "normalization" for one in called(modules)) or "selu" in activations(modules)
    if len(chain) < deep or normed or (skips or 0) * 6 >= len(chain):
        return
    differ = number(run, f"act/between/{chain[-2]['name']}")
    suffers = differ is not None and differ < share
    yield Finding(
        severity="warning" if len(chain) >= far and suffers else "info",
        message=f"{len(chain)} weighted layers with no normalisation and {skips or 0} skips",
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"depth": len(chain), "skips": skips or 0, "between": differ},
    )
