"""The run was told to spread much of the label over the other classes.

What it means: the settings name a label smoothing of .4 and more. Usual is .1, at most .2.

Why it matters: the loss then has a high floor, most of it the entropy of the smoothed label, and the model is taught to
be unsure.

Not to be confused with: a loss that stands high for reasons of its own. Below one half it is
information.

Blind spots: a smoothing that is built into the loss function and named nowhere.
"""

from __future__ import annotations

from traindx.schema import Finding, Findings, detector, points, setting
from traindx.schema.settings import quantity


@detector(setting("label_smoothing"), at_least=points(1), when="end")
def high_label_smoothing(
    label_smoothing: object,
    *,
    usual: float = 0.4,  # .1 nearly everywhere, .2 in few recipes
    loud: float = 0.5,  # the label itself then counts no more than all others together
) -> Findings:
    told = quantity(label_smoothing)
    if told is not None and usual <= told <= 1.0:
        yield Finding(
            severity="warning" if told >= loud else "info",
            message=f"the label smoothing is set to {told:g}",
            evidence={"label_smoothing": told, "usual": usual},
        )
