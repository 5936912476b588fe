"""What the layers say grows by orders of magnitude from the first to the last.

What it means: from the first weighted layer to a later hidden one the size of the outputs grows a thousandfold, or
more, by at least two and a half times a layer.

Why it matters: growth that multiplies from layer to layer makes gradients of the same kind, overflows half precision,
and leaves the head with outputs that are sure and wrong.

Not to be confused with: a residual stream, which grows by the square root of the number of blocks; a single unit that
is large, as trained language models have them; the head, whose outputs have the size of the targets.

Blind spots: layers that were not called one after the other; growth in time inside a recurrent layer.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, Series, detector, fact, points, series, whole_run
from traindx.schema.modules import size, weighted


@detector(series("act/norm/*"), fact("modules"), whole_run(), at_least=points(1), when="event")
def exploding_activations(
    first: Series,
    modules: Any,
    run: Run,
    *,
    times: float = 1e3,  # from the first layer to the largest: healthy networks of 3 to 50 layers stay within 30
    a_layer: float = 2.5,  # times; He's weights keep the size, those of twice the size double it
) -> Findings:
    hidden = [(one["name"], size(run, one["name"])) for one in weighted(modules)[:-1]]
    known = [(name, value) for name, value in hidden if value]
    if len(known) < 2:
        return
    start = known[0][1] or 0.0
    place = max(range(len(known)), key=lambda at: known[at][1] or 0.0)
    layer, largest = known[place][0], known[place][1] or 0.0
    growth = largest / start
    if place < 1 or growth < times or growth ** (1 / place) < a_layer:
        return
    yield Finding(
        severity="warning",
        message=f"outputs grow {growth:.2g} times from {known[0][0]} to {layer}",
        series=f"act/norm/{layer}",
        layer=layer,
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"times": growth, "layers": place, "a_layer": growth ** (1 / place)},
    )
