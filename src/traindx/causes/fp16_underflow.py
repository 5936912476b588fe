"""Gradients vanish in half precision.

What it is: float16 holds nothing below 6e-8. Small gradients become zero, first those of the early layers, and the
smaller the loss the more of them.

How to tell: the loss improves, then stalls early, with a falling gradient norm, in a float16 run without a loss
scaler.

What would refute it: with the loss multiplied by 1024 and the gradients divided again they are the same.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="gradients vanish in half precision",
    category="precision",
    symptom="loss-plateau",
    speaks_for={
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "fair",
        "vanishing-gradients": "strong",
        "underfitting": "fair",
        "slow-descent": "fair",
        "still-improving": "slight",
        "flat-loss": "slight",
        "train-at-chance": "slight",
        "gradients-underflow": "decisive",
        "zero-gradients:lost": "fair",
        "tiny-updates": "slight",
    },
    speaks_against={
        "exploding-gradients": "strong",
        "diverging-loss": "strong",
        "overfitting": "fair",
        "nan-loss": "fair",
        "loss-spike": "fair",
        "zero-loss": "fair",
        "loss-stuck-at-known-floor": "fair",
    },
    look_alikes=(
        LookAlike("learning-rate-too-low", "it is slow in float32 as well", "full-precision"),
        LookAlike("capacity-too-small", "it stalls at the same level in float32", "full-precision"),
        LookAlike("saturated-activations", "it lies at chance from the start", "fixed-batch-gradients"),
    ),
    fixes=("use-grad-scaler", "use-bf16"),
    avoid=("raise the rate: a gradient of zero stays zero",),
    verify="the same steps in bfloat16 or float32: the loss goes on falling",
    reference="gradient-management",
)
