"""The validation loss passes its second peak.

What it is: with noisy labels and a model that is just large enough to learn them, the validation loss rises while the
errors are learned and falls again afterwards. It is no fault.

How to tell: the validation loss falls, rises, and falls once more, while the training loss falls all the time.

What would refute it: the second fall falls together with a drop of the rate, or does not go below the peak by more
than the noise.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the validation loss passes its second peak",
    category="regularization",
    symptom="train-val-gap",
    harm="choice",
    speaks_for={
        "double-descent": "decisive",
        "overfitting": "fair",
        "still-improving": "slight",
        "large-gap-from-start": "slight",
    },
    speaks_against={
        "val-at-chance": "strong",
        "val-better-than-train": "fair",
        "underfitting": "strong",
        "flat-loss": "strong",
        "diverging-loss": "strong",
        "nan-loss": "strong",
    },
    look_alikes=(
        LookAlike("too-little-regularization", "the validation loss does not fall again", "continued"),
        LookAlike("schedule-restarted", "the rate changes at the same steps", "constant-rate"),
        LookAlike("label-noise", "it is what lies behind it, in most cases", "label-audit"),
    ),
    fixes=("train-longer", "clean-labels", "add-weight-decay"),
    avoid=("stop at the peak: what follows may be better than what was",),
    verify="go on for as many steps again and keep the best checkpoint",
    reference="preventing-overfitting",
)
