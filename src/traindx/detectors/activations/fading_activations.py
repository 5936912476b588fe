"""What the layers say fades to nothing from the first to the last.

What it means: from the first weighted layer to the last hidden one the size of the outputs falls to a ten thousandth
or less, while it is not exactly zero.

Why it matters: the gradient of every weight is a product with what enters it. Where nothing arrives nothing is learned,
for a long time or for ever.

Not to be confused with: a layer that is normalised afterwards, whatever its size; a head that begins at zero; units at
exactly zero, which are dead.

Blind spots: biases that hide the fading: then the outputs keep their size, and no longer depend on the input.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, Series, detector, fact, points, series, whole_run
from traindx.schema.modules import called, size, weighted


@detector(series("act/norm/*"), fact("modules"), whole_run(), at_least=points(1), when="event")
def fading_activations(
    first: Series,
    modules: Any,
    run: Run,
    *,
    share: float = 1e-4,  # of the size behind the first layer; a default start of five plain layers leaves a hundredth
) -> Findings:
    hidden = [(one["name"], size(run, one["name"])) for one in weighted(modules)[:-1]]
    known = [(name, value) for name, value in hidden if value is not None]
    if len(known) < 2 or any(one["kind"] == "normalization" for one in called(modules)):
        return
    (begin, start), (layer, end) = known[0], known[-1]
    if not start or not end or end > share * start:
        return
    yield Finding(
        severity="warning",
        message=f"outputs fade to {end / start:.1g} of their size from {begin} to {layer}",
        series=f"act/norm/{layer}",
        layer=layer,
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"share": end / start, "layers": len(known)},
    )
