"""One class outweighs the others.

What it is: nearly all samples belong to one class, and always saying that class is a cheap way to a low loss. The
rare classes never pay for being learned.

How to tell: accuracy jumps to the share of the commonest class within tens of steps; the loss falls to the entropy of
the labels, which lies below the logarithm of the number of classes, and stays.

What would refute it: with a balanced sampler the rare classes are found no more often.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="one class outweighs the others",
    category="data",
    symptom="poor-everywhere",
    speaks_for={
        "loss-stuck-at-known-floor:chance": "decisive",
        "plateau:rate-on": "slight",
        "plateau:rate-unknown": "fair",
        "underfitting": "fair",
        "train-at-chance": "fair",
        "val-at-chance:at-chance": "fair",
        "val-better-than-train": "slight",
        "overfitting": "fair",
        "loss-at-floor": "slight",
        "accuracy-never-moves": "fair",
        "val-never-learns:far": "fair",
        "val-at-chance": "fair",
        "large-gap-from-start": "fair",
        "imbalanced-classes:majority": "decisive",
        "imbalanced-classes:one-class": "fair",
        "imbalanced-classes:uneven": "fair",
    },
    speaks_against={
        "vanishing-gradients": "fair",
        "flat-loss": "fair",
        "diverging-loss": "strong",
        "nan-loss": "strong",
        "zero-loss": "fair",
    },
    look_alikes=(
        LookAlike(
            "inputs-labels-misaligned",
            "the classes are balanced and the loss stands at their number's logarithm",
            "balanced-sampler",
        ),
        LookAlike("constant-target", "there is only one class, and the loss goes to zero", "label-audit"),
        LookAlike("dead-relu", "the outputs do not differ between inputs", "fixed-batch-gradients"),
    ),
    fixes=("weight-classes", "resample-classes"),
    avoid=("judge by accuracy: it is high without a single rare case found",),
    verify="train 200 steps with a balanced sampler: the recall of the rare classes rises",
)
