"""The inputs contain the target.

What it is: a column that was filled in after the fact, an identifier that encodes the class, or the answer inside the
text: the network copies it and learns nothing that will hold in use.

How to tell: the loss is close to zero after a few steps, on validation data as well, for a task that should be hard.

What would refute it: without the most telling input the result stays as it was.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the inputs contain the target",
    category="data",
    symptom="poor-everywhere",
    speaks_for={
        "zero-loss": "strong",
        "loss-at-floor": "fair",
        "initial-loss-off:below-chance": "slight",
        "plateau": "slight",
        "vanishing-gradients": "fair",
        "perfect-at-once": "fair",
        "leaking-feature": "decisive",
    },
    speaks_against={
        "overfitting": "strong",
        "large-gap-from-start": "strong",
        "flat-loss": "strong",
        "underfitting": "strong",
        "val-at-chance": "strong",
        "diverging-loss": "strong",
        "nan-loss": "strong",
        "nan-gradient": "strong",
    },
    look_alikes=(
        LookAlike("constant-target", "there is only one label", "label-audit"),
        LookAlike("too-little-regularization", "validation is not at zero", "sample-census"),
    ),
    fixes=("drop-leaking-features",),
    avoid=("be content with the loss: it will not hold in use",),
    verify="drop the input with the highest correlation to the target: the loss is that of a hard task again",
)
