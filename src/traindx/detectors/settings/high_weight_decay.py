"""The run was told to use a weight decay that is rarely used.

What it means: the settings name a weight decay of .02 and more for plain gradient descent, or of .5 and more for Adam
and its kin.

Why it matters: weights that are pulled to zero harder than the loss pulls them away end near zero, and the model near
a constant answer.

Not to be confused with: the decoupled decay of AdamW, which is multiplied by the rate; .1 is ordinary there. It is
information up to two and a half times these shares.

Blind spots: a decay that the optimizer sets for some of its groups only.
"""

from __future__ import annotations

from traindx.schema import Finding, Findings, detector, points, setting
from traindx.schema.settings import quantity


@detector(setting("weight_decay"), setting("optimizer"), at_least=points(1), when="end")
def high_weight_decay(
    weight_decay: object,
    optimizer: object,
    *,
    plain: float = 0.02,  # usual are 1e-5 to 1e-3, .005 at most
    adaptive: float = 0.5,  # usual are .01 to .1; vision transformers are trained with .3
    times: float = 2.5,  # .05 of plain descent is ten times the highest that is usual; no recipe has it
) -> Findings:
    told = quantity(weight_decay)
    name = str(optimizer).lower()
    scaled = any(word in name for word in ("ada", "lamb", "rms", "lion", "muon"))
    if told is None or not (scaled or "sgd" in name or "momentum" in name or "nesterov" in name):
        return
    usual = adaptive if scaled else plain
    if usual <= told:
        yield Finding(
            severity="warning" if told >= times * usual else "info",
            message=f"the weight decay is set to {told:g}",
            evidence={"weight_decay": told, "usual": usual},
        )
