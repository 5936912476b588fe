"""Bounded activations stand one behind the other.

What it means: four sigmoids or more, or ten tanh and more, bend what passes through the hidden layers, with neither
normalisation nor skips. Information; a warning for eight sigmoids, which take a decade of the gradient every two.

Why it matters: the slope of a sigmoid is a quarter at best, so that eight leave a part in sixty thousand of a gradient.

Not to be confused with: gates of attention and of recurrent layers, squeeze-and-excitation, a sigmoid at the end; one
or two hidden layers of them, as they have always been trained.

Blind spots: what is inside of a recurrent layer.
"""

from __future__ import annotations

from typing import Any

from traindx.schema import Finding, Findings, Run, detector, fact, points, whole_run
from traindx.schema.modules import called


@detector(fact("modules"), fact("skips", optional=True), whole_run(), at_least=points(1), when="event")
def bounded_activations(
    modules: Any,
    skips: Any,
    run: Run,
    *,
    sigmoids: int = 4,
    tanhs: int = 10,
) -> Findings:
    rows = called(modules)
    bends = [one["calls"] * (one.get("activation") in ("sigmoid", "hardsigmoid")) for one in rows[:-1]]
    softer = [one["calls"] * (one.get("activation") in ("tanh", "hardtanh", "softsign")) for one in rows[:-1]]
    gated = any(one.get("activation") in ("relu", "silu", "gelu", "swish", "relu6", "hardswish") for one in rows)
    normed = any(one["kind"] == "normalization" for one in rows)
    if normed or gated or skips or (sum(bends) < sigmoids and sum(softer) < tanhs):
        return
    word, count = ("sigmoid", sum(bends)) if sum(bends) >= sigmoids else ("tanh", sum(softer))
    yield Finding(
        severity="warning" if word == "sigmoid" and count >= 2 * sigmoids else "info",
        message=f"{count} layers of {word} follow each other with no normalisation or skip",
        first_step=0,
        last_step=run.last_step,
        known_step=0,
        open=True,
        evidence={"activation": word, "count": count},
    )
