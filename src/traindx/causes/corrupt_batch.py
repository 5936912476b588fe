"""One batch holds broken samples.

What it is: a sample that is not a number, far out of range, or decoded wrongly comes round once per epoch and throws
one huge gradient at the network.

How to tell: loss and gradient norm jump at the same place of every epoch and come back; or a single NaN appears out
of a calm run and is repeated at that place.

What would refute it: without that batch the jump comes all the same; or that batch alone, on a clean checkpoint, has
a usual loss.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="one batch holds broken samples",
    category="data",
    symptom="instability",
    speaks_for={
        "loss-spike:periodic": "decisive",
        "loss-spike:once": "fair",
        "loss-spike:repeated": "slight",
        "nan-loss:out-of-the-calm": "fair",
        "nan-loss:passing": "strong",
        "nan-loss:from-the-start": "slight",
        "periodic-loss": "strong",
        "loss-level-shift:alone": "slight",
        "gradient-spike:repeated": "strong",
        "gradient-spike:once": "strong",
        "nan-gradient:passing": "strong",
        "nan-gradient:later": "strong",
        "exploding-gradients:high": "slight",
        "diverging-loss:from-best": "slight",
        "nan-weights": "slight",
        "accuracy-collapses:from-its-level": "slight",
        "negative-cross-entropy:out-of-range": "strong",
        "nan-inputs": "decisive",
        "outlier-samples": "decisive",
    },
    speaks_against={
        "slow-descent": "fair",
        "flat-loss": "strong",
        "diverging-loss:above-start": "fair",
        "oscillating-loss": "fair",
        "exploding-gradients:growing": "fair",
        "loss-falls-without-bound": "strong",
    },
    look_alikes=(
        LookAlike("learning-rate-too-high", "the jumps come at no fixed place", "skip-batch"),
        LookAlike("data-not-shuffled", "a sawtooth over the whole epoch, not a narrow spike", "shuffled-order"),
        LookAlike(
            "undefined-math",
            "it is the arithmetic of the loss, with samples that are in order",
            "anomaly-replay",
        ),
        LookAlike("missing-gradient-clipping", "other batches do it as well", "clipped"),
    ),
    fixes=("drop-bad-batch", "clip-gradients", "resume-before-spike"),
    avoid=("lower the rate for the whole run: the broken samples stay broken",),
    verify="run that batch alone on an earlier checkpoint: its loss is far above the others",
    reference="gradient-management",
)
