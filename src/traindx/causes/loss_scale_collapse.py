"""Every step overflows and is skipped.

What it is: a gradient is infinite or no number at every step. The scaler skips the step and halves the loss scale,
again and again, and never finds one that works.

How to tell: the loss scale falls below one, the count of skipped steps grows by one a step, and the loss stands still
from there on.

What would refute it: a step is taken now and then, and the scale comes back up.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="every step overflows and is skipped",
    category="precision",
    symptom="loss-plateau",
    speaks_for={
        "loss-scale-falling:collapsed": "decisive",
        "loss-scale-falling:falling": "strong",
        "optimizer-skips-steps:nearly-all": "decisive",
        "optimizer-skips-steps:many": "fair",
        "nan-gradient:later": "fair",
        "nan-gradient:from-the-start": "fair",
        "unchanged-weights:all": "slight",
        "plateau:rate-on": "slight",
        "flat-loss:elsewhere": "slight",
        "evaluations-never-change": "strong",
    },
    speaks_against={
        "lr-zero": "fair",
        "overfitting": "fair",
        "slow-descent": "fair",
    },
    look_alikes=(
        LookAlike("optimizer-never-steps", "the loss scale is calm, or there is none", "parameter-census"),
        LookAlike("fp16-overflow", "a single step breaks, and the scaler gets over it", "anomaly-replay"),
        LookAlike("undefined-math", "the same batch breaks in float32 too", "full-precision"),
    ),
    fixes=(
        "use-bf16",
        "add-epsilon",
        "lower-learning-rate",
    ),
    avoid=("raise the lowest scale: the gradient is infinite at any scale",),
    verify="the same batch in float32: find the first tensor that is not finite",
    reference="gradient-management",
)
