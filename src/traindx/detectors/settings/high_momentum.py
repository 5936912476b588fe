"""The run was told to use a momentum that is rarely used.

What it means: the settings name a momentum (or first beta) above .97. The usual ones are .9 and .95.

Why it matters: at .99 a step lives on for a hundred steps and weighs a hundredfold, at .999 a thousand. The rate that
was right at .9 is then ten and a hundred times too high, and the loss swings.

Not to be confused with: recipes that pair a momentum of .99 with a low rate on purpose. It is information for
that reason up to .99.

Blind spots: a momentum that no log names; one that a schedule raises during the run.
"""

from __future__ import annotations

from traindx.schema import Finding, Findings, detector, points, setting
from traindx.schema.settings import quantity


@detector(setting("momentum"), at_least=points(1), when="end")
def high_momentum(
    momentum: object,
    *,
    usual: float = 0.97,  # .9 is the default everywhere, .95 the highest that recipes for large models name
    loud: float = 0.995,  # recipes with .99 are known; beyond, a step outlives most schedules
) -> Findings:
    told = quantity(momentum)
    if told is not None and usual < told <= 1.0:
        yield Finding(
            severity="warning" if told >= loud else "info",
            message=f"the momentum is set to {told:g}",
            evidence={"momentum": told, "usual": usual},
        )
