"""The learning rate is too low.

What it is: every step goes the right way and is far too short. The loss falls smoothly, almost as a straight line,
and is still far from any floor when the run ends.

How to tell: little noise, a nearly constant slope, training and validation loss close together. Ten times the rate
makes the same way in a tenth of the steps.

What would refute it: ten times the rate is less than twice as fast, or makes the loss rise: something else holds the
steps back.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the learning rate is too low",
    category="optimizer",
    symptom="slow-learning",
    speaks_for={
        "slow-descent": "decisive",
        "still-improving": "slight",
        "underfitting:slowly": "strong",
        "underfitting:meanwhile": "fair",
        "underfitting:at-once": "slight",
        "flat-loss": "fair",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "slight",
        "vanishing-gradients": "slight",
        "tiny-updates": "strong",
        "unchanged-weights:some": "slight",
        "accuracy-near-zero": "slight",
        "error-at-variance": "strong",
        "flat-loss:elsewhere": "fair",
        "validation-creeps": "decisive",
    },
    speaks_against={
        "overfitting": "strong",
        "loss-spike": "fair",
        "diverging-loss": "strong",
        "oscillating-loss": "strong",
        "nan-loss": "strong",
        "exploding-gradients": "fair",
        "zero-loss": "strong",
        "loss-at-floor": "fair",
        "lr-zero:from-start": "decisive",
        "huge-updates": "strong",
        "loss-high-for-accuracy": "fair",
        "first-loss-too-high": "fair",
        "val-never-learns": "strong",
        "val-better-than-train": "strong",
    },
    look_alikes=(
        LookAlike(
            "clipping-too-tight",
            "the logged gradient norm lies far above the clip threshold at every step",
            "unclipped",
        ),
        LookAlike("adam-epsilon-wrong", "epsilon is larger than the usual size of a gradient entry", "usual-epsilon"),
        LookAlike("lr-decays-too-early", "it was fast until the rate was gone", "constant-rate"),
        LookAlike("batch-too-large", "the slope per sample is small, not the slope per step", "halved-batch"),
        LookAlike("stopped-too-early", "the slope is good, only the run is short", "continued"),
    ),
    never_apart="slow",
    fixes=("raise-learning-rate", "cycle-learning-rate", "use-adamw"),
    avoid=("add capacity: a larger model moves no faster at this rate",),
    verify="ten times the rate for 100 steps: the loss falls at least twice as fast",
    reference="learning-rate-scheduling",
)
