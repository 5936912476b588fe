"""The ranks no longer share one model.

What it is: parameters, buffers or rates were changed on one rank alone, or the forward pass goes around the wrapper
that averages the gradients. Each rank then trains a model of its own.

How to tell: the losses of the ranks, or their rates, agree at first and part, and what is validated depends on the
rank.

What would refute it: sums over all parameters are the same on every rank.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the ranks no longer share one model",
    category="pipeline",
    symptom="instability",
    speaks_for={
        "ranks-differ:loss": "decisive",
        "ranks-differ:rate": "decisive",
        "val-better-than-train": "slight",
    },
    look_alikes=(
        LookAlike(
            "data-not-shuffled",
            "ranks read different parts of a sorted set, and part from the first step on",
            "shuffled-order",
        ),
        LookAlike("learning-rate-too-high", "all ranks go wrong together", "lr-bracket"),
    ),
    fixes=("broadcast-parameters",),
    avoid=("average the saved models: they lie in different valleys",),
    verify="the sum over all parameters, rank by rank: equal to the last digit",
)
