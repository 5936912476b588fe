"""The run ended while it was still improving.

What it is: the budget of epochs was used up before the model had learned what it could. It is a choice.

How to tell: training and validation loss both fall at the end, at a slope that has hardly changed, and the rate is
not gone.

What would refute it: as many steps again improve the validation loss by less than its noise.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the run ended while it was still improving",
    category="schedule",
    symptom="slow-learning",
    harm="choice",
    speaks_for={
        "still-improving": "decisive",
        "underfitting": "fair",
        "slow-descent": "fair",
    },
    speaks_against={
        "plateau": "strong",
        "overfitting": "strong",
        "loss-at-floor": "strong",
        "flat-loss": "strong",
        "diverging-loss": "strong",
        "nan-loss": "strong",
        "zero-loss": "strong",
        "lr-zero": "strong",
    },
    look_alikes=(
        LookAlike("learning-rate-too-low", "the slope is poor from the start", "lr-bracket"),
        LookAlike("batch-too-large", "there were few steps, each over many samples", "halved-batch"),
    ),
    fixes=("train-longer", "raise-learning-rate"),
    avoid=("judge the model by this run: it has not shown what it can do",),
    verify="resume for a quarter of the steps: the validation loss goes on falling",
    reference="learning-rate-scheduling",
)
