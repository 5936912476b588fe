"""One module stands where several were meant.

What it is: a list made by multiplying a list holds one layer many times. Its places share their weights, and the
model has a fraction of the capacity that its author counts on.

How to tell: the number of parameters does not grow with the number of layers; the model is poorer than one of its
size.

What would refute it: the modules in the list are different objects.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="one module stands where several were meant",
    category="model",
    symptom="poor-everywhere",
    speaks_for={
        "module-repeated": "decisive",
        "underfitting": "slight",
        "plateau:rate-on": "slight",
    },
    speaks_against={
        "nan-loss": "fair",
        "diverging-loss": "fair",
        "exploding-gradients": "fair",
        "overfitting": "fair",
    },
    look_alikes=(
        LookAlike("capacity-too-small", "the layers are different ones and too few", "doubled-width"),
        LookAlike("unregistered-modules", "the layers are not named at all", "parameter-census"),
    ),
    fixes=("separate-modules",),
    avoid=("raise the width: the layers stay one",),
    verify="count the parameters with one layer more: the number grows",
    reference="optimization-algorithms",
)
