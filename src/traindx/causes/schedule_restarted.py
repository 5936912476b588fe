"""The schedule has started again.

What it is: after a resume the scheduler begins at its first step, or a cosine with a short period comes round. The
rate jumps to its peak and undoes what the low rate had gained.

How to tell: loss and rate jump up at the same step, and the loss comes down again with the rate.

What would refute it: the rate runs through that step without a jump.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the schedule has started again",
    category="schedule",
    symptom="instability",
    speaks_for={
        "lr-jump": "decisive",
        "loss-level-shift:with-rate": "decisive",
        "loss-spike:once": "fair",
        "loss-spike:repeated": "fair",
        "loss-spike:periodic": "slight",
        "diverging-loss:from-best": "fair",
        "oscillating-loss:wave": "fair",
        "periodic-loss": "fair",
        "gradient-spike": "slight",
        "exploding-gradients:high": "slight",
        "overfitting": "slight",
    },
    speaks_against={
        "loss-level-shift:alone": "strong",
        "flat-loss": "fair",
        "slow-descent": "fair",
        "no-lr-decay": "strong",
    },
    look_alikes=(
        LookAlike("optimizer-state-lost-on-resume", "the rate runs on without a jump", "state-restored"),
        LookAlike("corrupt-batch", "the rate runs on, and it happens again in the next epoch", "skip-batch"),
    ),
    fixes=("restore-schedule",),
    avoid=("average over the jump: steps at the wrong rate are lost",),
    verify="plot the rate beside the loss: both jump at the same step",
    reference="learning-rate-scheduling",
)
