"""The weight decay goes through Adam.

What it is: weight_decay handed to plain Adam is added to the gradient and divided by its size again: weights with
large gradients are hardly pulled at all. It is a choice; AdamW does what is usually meant.

How to tell: overfitting that more decay does not cure, with an optimizer called Adam and a decay that is not zero.

What would refute it: AdamW with the same decay overfits as much.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the weight decay goes through Adam",
    category="optimizer",
    symptom="train-val-gap",
    harm="choice",
    speaks_for={
        "overfitting": "slight",
        "underfitting": "slight",
        "large-gap-from-start": "slight",
    },
    speaks_against={
        "flat-loss": "strong",
        "diverging-loss": "strong",
        "nan-loss": "strong",
        "val-better-than-train": "fair",
        "val-at-chance": "strong",
        "exploding-gradients": "fair",
    },
    look_alikes=(
        LookAlike("too-little-regularization", "AdamW with the same decay overfits as much", "decoupled-decay"),
        LookAlike("weight-decay-too-high", "training is poor as well", "no-weight-decay"),
    ),
    fixes=("use-adamw", "swap-optimizer"),
    avoid=("raise the decay of plain Adam: it pulls the wrong weights",),
    verify="AdamW with the same decay: the gap is smaller",
    reference="optimization-algorithms",
)
