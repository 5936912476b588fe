"""The run was told to drop most of the units.

What it means: the settings name a dropout of .7 and more. The highest that is usual is .5.

Why it matters: what is left of a layer differs so much from step to step that hardly anything can be learned from it;
the training loss stands high while validation, which drops nothing, looks better.

Not to be confused with: wide layers on sparse inputs, where high shares were used with success. It is information
below three quarters.

Blind spots: a dropout that the settings do not name; several smaller ones in a row.
"""

from __future__ import annotations

from traindx.schema import Finding, Findings, detector, points, setting
from traindx.schema.settings import quantity


@detector(setting("dropout"), at_least=points(1), when="end")
def high_dropout(
    dropout: object,
    *,
    usual: float = 0.7,  # .5 is the highest in wide use
    loud: float = 0.75,  # three of four units gone: nobody chooses that twice
) -> Findings:
    told = quantity(dropout)
    if told is not None and usual <= told <= 1.0:
        yield Finding(
            severity="warning" if told >= loud else "info",
            message=f"the dropout is set to {told:g}",
            evidence={"dropout": told, "usual": usual},
        )
