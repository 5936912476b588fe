"""The data are not shuffled.

What it is: samples come in the order of the file, class after class or hour after hour. The network adapts to the
block that it is in and forgets the last one.

How to tell: the loss is a sawtooth: low within a block, a jump at its border, and the same picture in every epoch.
The validation result depends on which block came last.

What would refute it: with the order shuffled for one epoch the sawtooth remains.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the data are not shuffled",
    category="data",
    symptom="instability",
    speaks_for={
        "periodic-loss": "strong",
        "loss-spike:periodic": "strong",
        "loss-spike:repeated": "fair",
        "oscillating-loss": "fair",
        "loss-level-shift": "slight",
        "large-gap-from-start": "fair",
        "overfitting": "slight",
        "val-at-chance": "slight",
        "gradient-spike:repeated": "fair",
        "gradient-spike:once": "slight",
        "underfitting": "slight",
        "plateau:rate-on": "slight",
        "accuracy-collapses:from-the-first": "fair",
        "accuracy-falls-within-epochs": "fair",
        "val-never-learns:far": "fair",
        "imbalanced-classes:one-class": "strong",
    },
    speaks_against={
        "slow-descent": "fair",
        "flat-loss": "fair",
        "zero-loss": "slight",
        "nan-loss": "fair",
    },
    look_alikes=(
        LookAlike("corrupt-batch", "one narrow spike per epoch, not a sawtooth", "skip-batch"),
        LookAlike("schedule-restarted", "the jumps fall together with jumps of the rate", "constant-rate"),
        LookAlike(
            "loss-is-running-mean",
            "the logged loss is an average that starts anew every epoch",
            "clean-train-evaluation",
        ),
    ),
    fixes=("shuffle-data",),
    avoid=("lower the rate: the network only forgets more slowly",),
    verify="shuffle for one epoch: the sawtooth is gone",
)
