"""Gradients are clipped while the loss scale is still in them.

What it is: with a loss scaler the gradients are multiplied by tens of thousands until they are unscaled. Clipped before
that, each is cut down to the limit and then divided by the scale: hardly anything is left.

How to tell: every step is clipped, the norm is thousands of times the limit, in float16, and the loss falls very
slowly.

What would refute it: the norm that is logged before clipping is that of a float32 run.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="gradients are clipped while the loss scale is still in them",
    category="precision",
    symptom="slow-learning",
    speaks_for={
        "clipping-always:tight": "strong",
        "exploding-gradients:high": "fair",
        "slow-descent": "fair",
        "tiny-updates": "strong",
    },
    speaks_against={
        "plateau": "slight",
        "overfitting": "strong",
        "diverging-loss": "strong",
        "nan-loss": "fair",
        "loss-spike": "fair",
        "flat-loss": "fair",
    },
    look_alikes=(
        LookAlike("clipping-too-tight", "the norm is ordinary and the limit is small", "unclipped"),
        LookAlike("learning-rate-too-low", "hardly any step is clipped", "lr-bracket"),
    ),
    fixes=("unscale-before-clip",),
    avoid=("loosen the limit: it would have to follow the loss scale",),
    verify="call scaler.unscale_ before clipping: the norm is thousands of times smaller",
    reference="gradient-management",
)
