"""A value is too large for half precision.

What it is: float16 ends at 65504. One activation or gradient beyond it is infinite, and the next subtraction makes it
NaN.

How to tell: NaN or infinity at one step, often after activations have grown for a while; in float32 or bfloat16 it
does not happen. Some writers show such a loss as zero; the gradient norm beside it then tells.

What would refute it: the run is not in float16, or the same step in float32 fails as well.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="a value is too large for half precision",
    category="precision",
    symptom="loss-goes-nan",
    speaks_for={
        "nan-activation:in-module": "fair",
        "nan-activation:from-weights": "fair",
        "nan-loss:out-of-the-calm": "fair",
        "nan-loss:from-the-start": "fair",
        "nan-loss:cut-off": "fair",
        "nan-loss:after-climbing": "fair",
        "nan-loss:passing": "fair",
        "zero-loss": "strong",
        "nan-gradient": "fair",
        "exploding-gradients": "fair",
        "gradient-spike": "slight",
        "loss-spike": "slight",
        "flat-loss": "slight",
        "loss-scale-falling": "fair",
        "optimizer-skips-steps:many": "fair",
        "optimizer-skips-steps:nearly-all": "slight",
        "nan-weights": "fair",
        "negative-cross-entropy:out-of-range": "fair",
    },
    speaks_against={
        "slow-descent": "fair",
        "vanishing-gradients": "strong",
        "overfitting": "slight",
        "oscillating-loss": "slight",
        "loss-falls-without-bound": "strong",
    },
    look_alikes=(
        LookAlike("undefined-math", "it happens in float32 as well", "full-precision"),
        LookAlike("learning-rate-too-high", "it happens in float32 as well, after a climb", "lr-bracket"),
    ),
    fixes=("use-bf16", "use-grad-scaler", "add-normalization", "clip-gradients"),
    avoid=("skip the NaN steps and go on: the activations keep growing",),
    verify="the same steps in float32: no NaN",
    reference="gradient-management",
)
