"""The scheduler is stepped at every batch though it counts epochs.

What it is: a schedule that was made for ten epochs is over after ten batches, and the rest of the run trains at a
rate of almost zero.

How to tell: the rate falls to its end within the first epoch, and the loss freezes there. Without a logged rate only
the early freeze is seen.

What would refute it: the rate is the same at the first and the last batch of the first epoch, or the schedule counts
steps.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the scheduler is stepped at every batch though it counts epochs",
    category="schedule",
    symptom="loss-plateau",
    speaks_for={
        "lr-changes-within-epoch:to-zero": "decisive",
        "lr-zero:before-the-end": "strong",
        "plateau:rate-gone": "strong",
        "plateau:rate-unknown": "fair",
        "constant-loss": "strong",
        "underfitting": "fair",
        "flat-loss": "fair",
        "slow-descent": "slight",
        "val-at-chance:at-chance": "slight",
        "train-at-chance": "slight",
        "vanishing-gradients": "slight",
        "lr-jump": "slight",
        "loss-stuck-at-known-floor:chance": "slight",
    },
    speaks_against={
        "plateau:rate-on": "strong",
        "overfitting": "fair",
        "diverging-loss": "fair",
        "no-lr-decay": "strong",
        "lr-zero:from-start": "fair",
    },
    look_alikes=(
        LookAlike("lr-decays-too-early", "the rate is gone later, at a fixed part of the run", "constant-rate"),
        LookAlike("converged", "the loss has reached a floor", "constant-rate"),
        LookAlike("capacity-too-small", "the rate is not gone", "constant-rate"),
    ),
    fixes=("step-scheduler-per-epoch", "lengthen-schedule"),
    avoid=("train longer: the rate is zero",),
    verify="print the rate after each batch of the first epoch",
    reference="learning-rate-scheduling",
)
