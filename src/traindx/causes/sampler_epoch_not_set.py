"""Every epoch has the same order.

What it is: several ranks draw their samples through a sampler that was never told the epoch, so that each pass is in
the order of the first.

How to tell: the loss of the steps repeats its ups and downs from epoch to epoch, however small the batches.

What would refute it: the order of the samples differs between two epochs.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="every epoch has the same order",
    category="pipeline",
    symptom="train-val-gap",
    speaks_for={
        "periodic-loss": "slight",
        "loss-spike:periodic": "slight",
    },
    speaks_against={
        "flat-loss": "strong",
        "nan-loss": "fair",
        "diverging-loss": "strong",
        "slow-descent": "fair",
        "loss-level-shift": "fair",
        "lr-jump": "fair",
    },
    look_alikes=(
        LookAlike("data-not-shuffled", "the samples are sorted: the sawtooth is deep", "shuffled-order"),
        LookAlike("loss-is-running-mean", "the curve is a mean since the epoch began", "shuffled-order"),
    ),
    fixes=(
        "set-epoch",
        "shuffle-data",
    ),
    avoid=("raise the number of epochs: each is the same again",),
    verify="the first ten sample numbers of two epochs: they must differ",
)
