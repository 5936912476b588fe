"""Inputs and labels do not belong together.

What it is: one of the two was shuffled, sorted or filtered without the other. The network learns how frequent each
label is and nothing else; later it learns the wrong pairs by heart.

How to tell: within an epoch the loss falls to the entropy of the labels and stays; accuracy is that of the commonest
class, on validation data as well. The gradients stay alive. After many epochs training falls below that level while
validation rises.

What would refute it: a nearest-neighbour classifier on the raw inputs is better with these labels than with permuted
ones.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="inputs and labels do not belong together",
    category="data",
    symptom="not-learning",
    speaks_for={
        "loss-stuck-at-known-floor:chance": "decisive",
        "flat-loss:at-chance": "strong",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "slight",
        "train-at-chance": "strong",
        "val-at-chance:at-chance": "fair",
        "underfitting:at-once": "strong",
        "underfitting:meanwhile": "slight",
        "overfitting": "fair",
        "large-gap-from-start": "fair",
        "slow-descent": "strong",
        "accuracy-never-moves": "fair",
        "accuracy-near-zero": "fair",
        "val-never-learns:slowly": "strong",
        "val-never-learns:far": "fair",
        "error-at-variance": "strong",
        "flat-loss:elsewhere": "strong",
        "val-never-learns:partly": "fair",
    },
    speaks_against={
        "zero-loss": "strong",
        "nan-loss:from-the-start": "fair",
        "vanishing-gradients": "strong",
        "constant-loss": "fair",
        "loss-high-for-accuracy": "strong",
        "evaluations-never-change": "fair",
        "val-better-than-train": "strong",
        "validation-creeps": "strong",
    },
    look_alikes=(
        LookAlike("constant-input", "one batch cannot be learned by heart either", "overfit-one-batch"),
        LookAlike("dead-relu", "the gradient is zero in all but the last layer", "overfit-one-batch"),
        LookAlike("label-noise", "the loss falls below the entropy of the labels before it stands", "label-audit"),
    ),
    never_apart="input-independent",
    fixes=("pair-inputs-and-labels",),
    avoid=("tune the rate or the model: there is nothing in these pairs to learn",),
    verify="overfit one batch (it works), then compare the labels of ten inputs with your own eyes",
)
