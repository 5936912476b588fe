"""The rate is never lowered.

What it is: with a constant rate the weights keep shaking around the minimum, at a distance that grows with the rate.
It is a choice; a decay at the end gives some of the loss for nothing.

How to tell: the loss stands on a noisy level while the rate is still at its peak. A tenth of the rate makes it step
down at once.

What would refute it: a tenth of the rate for a hundred steps gives no step down.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the rate is never lowered",
    category="schedule",
    symptom="loss-plateau",
    harm="choice",
    speaks_for={
        "no-lr-decay": "strong",
        "oscillating-loss:zigzag": "fair",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "slight",
        "loss-spike:repeated": "slight",
    },
    speaks_against={
        "lr-zero": "decisive",
        "lr-changes-within-epoch": "fair",
        "plateau:rate-gone": "strong",
        "underfitting": "fair",
        "overfitting": "fair",
        "flat-loss": "strong",
        "slow-descent": "strong",
        "diverging-loss": "strong",
        "nan-loss": "strong",
    },
    look_alikes=(
        LookAlike("learning-rate-too-high", "the loss rises, or jumps", "lr-bracket"),
        LookAlike("capacity-too-small", "a lower rate gives no step down", "lr-bracket"),
        LookAlike("batch-too-small", "a larger batch lowers the level as much as a lower rate", "accumulated-batch"),
    ),
    fixes=("decay-learning-rate", "reduce-lr-on-plateau"),
    avoid=("lower the rate from the start: it is right for the beginning",),
    verify="a tenth of the rate for the last 100 steps: the loss steps down",
    reference="learning-rate-scheduling",
)
