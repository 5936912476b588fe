"""The learning rate is zero.

What it is: the schedule begins at zero and is never advanced, a division by a large number rounds to nothing, or the
rate was set for another group of parameters. Every step is taken, and none of them moves anything.

How to tell: the logged rate is zero from the first step on, and the mean of the loss does not move.

What would refute it: the rate that the optimizer itself reports is not zero.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the learning rate is zero",
    category="schedule",
    symptom="not-learning",
    speaks_for={
        "flat-loss:elsewhere": "strong",
        "flat-loss:at-chance": "strong",
        "constant-loss": "decisive",
        "loss-stuck-at-known-floor:chance": "fair",
        "train-at-chance": "fair",
        "val-at-chance:at-chance": "fair",
        "lr-zero:from-start": "decisive",
        "accuracy-never-moves": "fair",
        "unchanged-weights:all": "decisive",
        "accuracy-near-zero": "slight",
        "evaluations-never-change": "decisive",
        "error-at-variance": "strong",
    },
    speaks_against={
        "plateau": "strong",
        "overfitting": "strong",
        "diverging-loss": "strong",
        "slow-descent": "strong",
        "underfitting": "fair",
        "nan-loss": "strong",
        "loss-spike": "fair",
        "vanishing-gradients": "fair",
        "zero-loss": "strong",
        "still-improving": "strong",
        "exploding-gradients": "fair",
        "loss-high-for-accuracy": "strong",
        "validation-creeps": "strong",
    },
    look_alikes=(
        LookAlike("optimizer-never-steps", "the rate is not zero, step is not called", "parameter-census"),
        LookAlike("learning-rate-too-low", "the loss does fall, slowly", "lr-bracket"),
        LookAlike("scheduler-stepped-per-batch", "the rate was not zero at the first steps", "constant-rate"),
    ),
    never_apart="frozen",
    fixes=("raise-learning-rate", "step-scheduler-per-epoch"),
    avoid=("change the model: it has not been trained at all",),
    verify="print optimizer.param_groups[0]['lr'] at a few steps: it must not be zero",
    reference="learning-rate-scheduling",
)
