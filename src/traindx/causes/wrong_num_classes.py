"""The last layer has the wrong number of outputs.

What it is: the head is wider than there are classes. The outputs that no label names are switched off within a few
steps; a head that is too narrow ends with an error instead.

How to tell: the first loss is the logarithm of another number than that of the classes, and falls to the usual one
quickly. Little else is seen.

What would refute it: the width of the head is the number of classes.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the last layer has the wrong number of outputs",
    category="labels",
    symptom="slow-learning",
    speaks_for={
        "initial-loss-off:other-width": "decisive",
        "initial-loss-off:far-above-chance": "fair",
        "slow-descent": "slight",
        "accuracy-near-zero": "slight",
        "labels-out-of-range:classes": "decisive",
        "val-inputs-differ:new-classes": "fair",
    },
    speaks_against={
        "initial-loss-off:batch-times-chance": "strong",
        "initial-loss-off:log-batch": "fair",
        "diverging-loss": "fair",
        "nan-loss": "fair",
    },
    look_alikes=(
        LookAlike("softmax-over-wrong-dim", "the first loss changes with the size of the batch", "halved-batch"),
        LookAlike(
            "inputs-not-normalized",
            "the first loss is the logarithm of no whole number",
            "standardized-inputs",
        ),
    ),
    fixes=("resize-head",),
    avoid=("leave it since it learns: unused outputs still take probability from the real ones",),
    verify="compare the width of the last layer with the largest label plus one",
)
