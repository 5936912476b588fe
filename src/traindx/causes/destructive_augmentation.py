"""The augmentation destroys what the labels mean.

What it is: flips of digits, crops that cut the object away, or noise that drowns it: a part of the training samples
no longer shows what its label says. Validation samples are spared.

How to tell: the training loss has a high floor and lies above the validation loss; both are poorer than they need be.

What would refute it: two hundred steps without augmentation bring the training loss no further down.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the augmentation destroys what the labels mean",
    category="data",
    symptom="poor-everywhere",
    speaks_for={
        "val-better-than-train": "strong",
        "underfitting": "fair",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "slight",
        "slow-descent": "slight",
        "oscillating-loss:zigzag": "slight",
        "loss-high-for-accuracy": "slight",
    },
    speaks_against={
        "overfitting": "strong",
        "large-gap-from-start": "strong",
        "val-at-chance": "fair",
        "zero-loss": "strong",
        "flat-loss": "fair",
        "nan-loss": "strong",
        "diverging-loss": "fair",
    },
    look_alikes=(
        LookAlike(
            "dropout-too-high",
            "in evaluation mode the augmented training samples are answered well",
            "clean-train-evaluation",
        ),
        LookAlike("label-noise", "samples without augmentation are answered badly as well", "clean-train-evaluation"),
    ),
    fixes=("weaken-augmentation",),
    avoid=("raise the capacity: what was cut away cannot be learned",),
    verify="look at ten augmented samples: can you still tell their labels?",
    reference="preventing-overfitting",
)
