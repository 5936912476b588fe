"""The model sees what it has to predict.

What it is: a language model without a causal mask reads the next token before it predicts it. Training and validation
loss fall far below what the text allows, and what it writes is nonsense.

How to tell: the loss falls towards zero, in training and validation alike, within a fraction of an epoch.

What would refute it: changing a later token changes no earlier output.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the model sees what it has to predict",
    category="labels",
    symptom="poor-everywhere",
    speaks_for={
        "output-depends-on-future": "decisive",
        "zero-loss": "fair",
        "perfect-at-once": "fair",
    },
    speaks_against={
        "flat-loss": "strong",
        "diverging-loss": "strong",
        "underfitting": "strong",
        "large-gap-from-start": "strong",
        "plateau": "fair",
        "slow-descent": "strong",
        "nan-loss": "strong",
    },
    look_alikes=(
        LookAlike("target-in-features", "the answer stands in a column of the input", "feature-ablation"),
        LookAlike("constant-target", "all targets are the same", "label-audit"),
    ),
    fixes=("add-causal-mask",),
    avoid=("celebrate the perplexity: it measures reading, not predicting",),
    verify="change the last token of an input: no earlier output may move",
)
