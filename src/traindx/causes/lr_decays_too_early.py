"""The rate is gone long before the run ends.

What it is: the schedule was made for fewer steps than are trained: T_max or the total is wrong, or counts something
else. What comes after its end costs time and changes nothing.

How to tell: the loss falls until a fixed part of the run and is flat to the last digit after it, with the rate close
to zero.

What would refute it: with a constant rate from there on the loss stays flat as well.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the rate is gone long before the run ends",
    category="schedule",
    symptom="loss-plateau",
    speaks_for={
        "lr-zero:before-the-end": "decisive",
        "constant-loss": "strong",
        "plateau:rate-gone": "strong",
        "plateau:rate-unknown": "fair",
        "underfitting": "fair",
        "slow-descent": "slight",
        "still-improving": "slight",
        "vanishing-gradients": "slight",
        "lr-jump": "slight",
    },
    speaks_against={
        "plateau:rate-on": "strong",
        "lr-changes-within-epoch:to-zero": "strong",
        "no-lr-decay": "strong",
        "overfitting": "fair",
        "diverging-loss": "fair",
        "flat-loss": "fair",
        "lr-zero:from-start": "strong",
    },
    look_alikes=(
        LookAlike("scheduler-stepped-per-batch", "the rate is gone within the first epoch", "constant-rate"),
        LookAlike("converged", "a constant rate would not lower the loss further", "constant-rate"),
        LookAlike("learning-rate-too-low", "the rate never was high enough", "lr-bracket"),
    ),
    fixes=("lengthen-schedule", "train-longer"),
    avoid=("train longer with this schedule: nothing moves after its end",),
    verify="go on from the freeze with a tenth of the peak rate: the loss falls again",
    reference="learning-rate-scheduling",
)
