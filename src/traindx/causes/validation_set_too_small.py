"""The validation set is too small to tell.

What it is: with n samples an accuracy has an uncertainty of about one over the root of n. Ups and downs within that
are chance, and so is the best epoch.

How to tell: the validation curve shakes while training is calm, and steps by whole multiples of one over n.

What would refute it: the differences are larger than 1.96 times the root of p(1 - p)/n.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the validation set is too small to tell",
    category="pipeline",
    symptom="train-val-gap",
    harm="choice",
    speaks_for={
        "double-descent": "fair",
        "overfitting:turned": "slight",
        "val-better-than-train": "fair",
        "oscillating-loss": "slight",
        "large-gap-from-start": "slight",
    },
    speaks_against={
        "overfitting:severe": "fair",
        "val-at-chance": "fair",
        "underfitting": "fair",
        "flat-loss": "fair",
        "diverging-loss": "strong",
        "nan-loss": "strong",
    },
    look_alikes=(
        LookAlike("too-little-regularization", "the rise is larger than the uncertainty", "repeated-split"),
        LookAlike("label-noise", "it is seen in a large validation set as well", "repeated-split"),
    ),
    fixes=("enlarge-validation-set", "cross-validate"),
    avoid=("choose between runs by this number: you choose by chance",),
    verify="compute 1.96 times the root of p(1 - p)/n and compare it with the differences",
    reference="preventing-overfitting",
)
