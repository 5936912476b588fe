"""Layers follow each other with no activation between.

What it is: two linear layers in a row are one linear layer. Without activations a network of any depth draws straight
lines only.

How to tell: training and validation stand together at what a linear model reaches, however wide or deep the network
is.

What would refute it: the answer to the sum of two inputs is not the sum of the answers.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="layers follow each other with no activation between",
    category="model",
    symptom="poor-everywhere",
    speaks_for={
        "linear-layers-in-a-row:everywhere": "decisive",
        "linear-layers-in-a-row:blocks": "decisive",
        "linear-layers-in-a-row:pair": "slight",
        "underfitting": "fair",
        "plateau:rate-on": "slight",
        "plateau:rate-unknown": "slight",
    },
    speaks_against={
        "nan-loss": "fair",
        "diverging-loss": "fair",
        "exploding-gradients": "fair",
        "overfitting": "fair",
        "flat-loss": "fair",
    },
    look_alikes=(
        LookAlike("capacity-too-small", "there are activations and too few units", "doubled-width"),
        LookAlike("label-noise", "a model that bends reaches no more either", "label-audit"),
    ),
    fixes=("insert-activations",),
    avoid=("add layers or width: a product of matrices is a matrix",),
    verify="an activation behind each hidden layer, 100 steps: the loss falls below that of a linear model",
    reference="gradient-management",
)
