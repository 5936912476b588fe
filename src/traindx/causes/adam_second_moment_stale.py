"""The squares that Adam divides by are out of date.

What it is: the running mean of squared gradients forgets slowly. After a calm stretch it is so small that the first
larger gradient is divided by almost nothing and makes a giant step.

How to tell: single spikes out of the calm, at no fixed place of the epoch, mostly in large models with a second beta of
.999; the loss comes back.

What would refute it: with a second beta of .95 and the same batches the spikes stay.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the squares that Adam divides by are out of date",
    category="optimizer",
    symptom="instability",
    speaks_for={
        "loss-spike:once": "fair",
        "loss-spike:repeated": "fair",
        "gradient-spike:once": "slight",
        "gradient-spike:repeated": "fair",
        "loss-level-shift:alone": "slight",
    },
    speaks_against={
        "loss-spike:periodic": "strong",
        "gradient-spike": "slight",
        "nan-loss": "fair",
        "flat-loss": "strong",
        "slow-descent": "fair",
        "diverging-loss:above-start": "strong",
        "lr-jump": "fair",
    },
    look_alikes=(
        LookAlike(
            "missing-gradient-clipping", "the gradient jumps before the loss does, and clipping cures it", "clipped"
        ),
        LookAlike("corrupt-batch", "the spike comes back with the same batch", "skip-batch"),
        LookAlike("warmup-missing", "it happens in the first steps only", "warmed-up"),
    ),
    fixes=(
        "lower-second-beta",
        "clip-gradients",
        "add-warmup",
    ),
    avoid=("skip the batch: another one will do the same",),
    verify="a branch from before the spike with a second beta of .95 and the same batches: no spike",
    reference="optimization-algorithms",
)
