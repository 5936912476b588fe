"""The batch is too large for the rate.

What it is: a large batch makes few steps per epoch. Unless the rate grows with it, the run sees all data and yet
walks only a short way.

How to tell: a very smooth, slow curve with little noise, still falling at the end; per epoch it is slower than a
smaller batch, per step it is not.

What would refute it: half the batch makes no more progress per epoch.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the batch is too large for the rate",
    category="regularization",
    symptom="slow-learning",
    harm="choice",
    speaks_for={
        "slow-descent": "fair",
        "still-improving": "fair",
        "underfitting": "fair",
        "overfitting": "slight",
        "large-gap-from-start": "slight",
        "plateau:rate-on": "slight",
    },
    speaks_against={
        "oscillating-loss": "strong",
        "loss-spike": "fair",
        "diverging-loss": "strong",
        "nan-loss": "strong",
        "gradient-spike": "fair",
        "exploding-gradients": "fair",
        "zero-loss": "fair",
        "lr-zero": "strong",
        "flat-loss": "fair",
    },
    look_alikes=(
        LookAlike("learning-rate-too-low", "it is slow for a small batch as well", "halved-batch"),
        LookAlike("stopped-too-early", "the slope is good, only the run is short", "continued"),
    ),
    fixes=("scale-learning-rate-with-batch", "smaller-batch", "train-longer"),
    avoid=("raise the batch further to use the device: it makes fewer steps still",),
    verify="half the batch at the same rate: more progress per epoch",
    reference="learning-rate-scheduling",
)
