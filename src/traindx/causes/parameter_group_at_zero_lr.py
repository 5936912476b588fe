"""A group of parameters has a learning rate of zero.

What it is: layers stand in a group of the optimizer whose rate is zero, or in none. They get a gradient and never move.

How to tell: the weights of the same layers stay exactly as they were while their gradients are alive; the rest learns.

What would refute it: every tensor differs before and after a step.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="a group of parameters has a learning rate of zero",
    category="optimizer",
    symptom="poor-everywhere",
    speaks_for={
        "unchanged-weights:some": "strong",
        "underfitting:meanwhile": "slight",
        "plateau:rate-on": "slight",
    },
    speaks_against={
        "unchanged-weights:all": "strong",
        "zero-gradients:some": "strong",
        "zero-gradients:upstream": "strong",
        "missing-gradients": "strong",
        "overfitting": "fair",
        "diverging-loss": "fair",
        "nan-loss": "fair",
    },
    look_alikes=(
        LookAlike("parameters-frozen", "the layers get no gradient either", "parameter-census"),
        LookAlike("optimizer-holds-stale-parameters", "no layer moves", "parameter-census"),
    ),
    fixes=("set-group-rate",),
    avoid=("raise the rate of the other groups: these layers stay where they are",),
    verify="print the rate of every group, and the names of the parameters in it",
    reference="optimization-algorithms",
)
