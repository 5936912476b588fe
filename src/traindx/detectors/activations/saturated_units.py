"""Units of a layer stand at their bound.

What it means: more than half of the values of a bounded activation (tanh, sigmoid) lie next to the bound, where the
curve is flat. At four of five and more it is an error.

Why it matters: a flat curve passes no gradient: what lies below such a layer hardly learns.

Not to be confused with: gates of recurrent layers, which are meant to be open or closed; the last sigmoid of a
classifier that is sure, and rightly.

Blind spots: activations without a bound, which this says nothing of.
"""

from __future__ import annotations

import re

import numpy as np

from traindx.schema import Finding, Findings, Series, detector, points, series
from traindx.signals.pace import as_share
from traindx.signals.robust import median

# Layers whose activations are meant to stand at a bound.
GATES = re.compile(
    r"gate|lstm|gru|attn|attention|(^|[._/-])(out|output|head|classifier|logits?|probs?)([._/-]|$)", re.I
)


@detector(series("act/saturated/*", each=True), at_least=points(1), when="end")
def saturated_units(
    share: Series,
    *,
    much: float = 0.5,  # of the values: with the usual start a tenth
    nearly_all: float = 0.8,
) -> Findings:
    values = as_share(share.values)
    values = values[np.isfinite(values)]
    if not values.size or values.min() < 0 or GATES.search(share.layer or ""):
        return
    now = median(values[-3:])
    if now < much:
        return
    yield Finding(
        severity="error" if now >= nearly_all else "warning",
        message=f"{now:.0%} of the values of {share.layer} stand at their bound",
        series=share.name,
        layer=share.layer,
        first_step=int(share.steps[0]),
        last_step=int(share.steps[-1]),
        known_step=int(share.steps[-1]),
        open=True,
        evidence={"share": now, "at_start": float(values[0])},
    )
