"""The arithmetic is undefined for some values.

What it is: a logarithm of zero, a division by zero, the slope of a square root at zero, or a branch that is masked
after it was computed. One such value makes every weight NaN.

How to tell: NaN appears from one step to the next out of a calm run, or in the first step, whatever the rate; no
climb and no growing gradient comes before it.

What would refute it: the same batch, replayed with anomaly detection from the last good weights, is finite
everywhere.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the arithmetic is undefined for some values",
    category="precision",
    symptom="loss-goes-nan",
    speaks_for={
        "nan-activation:in-module": "decisive",
        "nan-activation:from-weights": "fair",
        "nan-loss:out-of-the-calm": "strong",
        "nan-loss:from-the-start": "strong",
        "nan-loss:cut-off": "fair",
        "nan-loss:passing": "fair",
        "zero-loss": "fair",
        "nan-gradient:from-the-start": "strong",
        "nan-gradient:later": "strong",
        "nan-gradient:passing": "fair",
        "nan-weights": "fair",
        "loss-scale-falling": "fair",
        "optimizer-skips-steps": "fair",
        "negative-cross-entropy:out-of-range": "strong",
    },
    speaks_against={
        "nan-loss:after-climbing": "strong",
        "exploding-gradients": "strong",
        "diverging-loss": "strong",
        "loss-spike": "fair",
        "gradient-spike": "fair",
        "oscillating-loss": "fair",
        "flat-loss": "fair",
        "slow-descent": "slight",
        "loss-falls-without-bound": "strong",
    },
    look_alikes=(
        LookAlike("learning-rate-too-high", "loss and gradient climb before the NaN", "lr-bracket"),
        LookAlike("fp16-overflow", "it does not happen in float32", "full-precision"),
        LookAlike("corrupt-batch", "the batch itself holds a NaN", "skip-batch"),
    ),
    fixes=("add-epsilon", "drop-bad-batch"),
    avoid=("lower the rate or clip: a NaN is not a large number",),
    verify="replay the batch with torch.autograd.set_detect_anomaly(True): it names the operation",
    reference="gradient-management",
)
