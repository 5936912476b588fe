"""Updates are lost to the rounding of bfloat16 weights.

What it is: the weights themselves are held in bfloat16, which keeps three digits. An update of less than a two-
hundredth of a weight changes nothing, and as the rate decays nearly all are.

How to tell: it trains well at first and stalls as the rate comes down, while the gradient stays alive and the updates
are tiny.

What would refute it: the weights are float32 and only the arithmetic is bfloat16.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="updates are lost to the rounding of bfloat16 weights",
    category="precision",
    symptom="loss-plateau",
    speaks_for={
        "tiny-updates": "strong",
        "unchanged-weights:some": "strong",
        "unchanged-weights:all": "fair",
        "plateau:rate-on": "slight",
        "plateau:rate-gone": "slight",
        "slow-descent": "slight",
    },
    speaks_against={
        "huge-updates": "strong",
        "diverging-loss": "strong",
        "nan-loss": "fair",
        "overfitting": "fair",
        "vanishing-gradients": "fair",
        "exploding-gradients": "fair",
    },
    look_alikes=(
        LookAlike("learning-rate-too-low", "the updates are small in float32 too", "full-precision"),
        LookAlike("lr-decays-too-early", "the rate is zero, not the updates", "constant-rate"),
        LookAlike("parameters-frozen", "the same layers stand still from the first step on", "parameter-census"),
    ),
    fixes=("fp32-master-weights",),
    avoid=("raise the rate at the end: it only moves the place at which rounding wins",),
    verify="the same steps with float32 weights: the loss goes on falling",
    reference="optimization-algorithms",
)
