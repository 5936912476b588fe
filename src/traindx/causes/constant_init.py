"""All units of a layer begin alike.

What it is: weights that are the same number give every unit of a layer the same output and the same gradient, for
ever. However wide the layer is, it works as one unit.

How to tell: the loss falls, and stands far too high; training and validation are equally poor, at any rate. More
width changes nothing.

What would refute it: the rows of the first weight matrix differ at step 0.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="all units of a layer begin alike",
    category="model",
    symptom="poor-everywhere",
    speaks_for={
        "symmetric-weights:constant": "decisive",
        "symmetric-weights:equal-rows": "strong",
        "collapsed-activations:layers": "slight",
        "zero-gradients:some": "slight",
        "init-scale-off:too-small": "slight",
        "fading-activations": "slight",
        "initial-loss-off:far-above-chance": "slight",
        "underfitting": "fair",
        "plateau:rate-on": "slight",
        "plateau:rate-unknown": "slight",
        "train-at-chance": "fair",
        "flat-loss:at-chance": "slight",
        "flat-loss:elsewhere": "slight",
        "loss-stuck-at-known-floor:chance": "slight",
        "slow-descent": "slight",
        "accuracy-never-moves": "fair",
        "error-at-variance": "fair",
    },
    speaks_against={
        "overfitting": "strong",
        "large-gap-from-start": "fair",
        "diverging-loss": "fair",
        "nan-loss": "strong",
        "zero-loss": "strong",
        "loss-at-floor": "fair",
        "exploding-gradients": "fair",
    },
    look_alikes=(
        LookAlike("capacity-too-small", "twice the width ends lower", "doubled-width"),
        LookAlike("zero-init", "nothing but the last bias learns, the loss stays at chance", "fixed-batch-gradients"),
        LookAlike("parameters-frozen", "the units differ, they are only not trained", "parameter-census"),
    ),
    fixes=("he-initialization", "xavier-initialization"),
    avoid=("widen the layers: the new units do what the others do",),
    verify="print the standard deviation over the rows of each weight matrix at step 0: none may be zero",
    reference="gradient-management",
)
