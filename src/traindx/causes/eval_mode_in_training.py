"""The model trains in evaluation mode.

What it is: dropout is off and batch normalisation uses running means that are never renewed, because the model was
set to evaluation and not set back.

How to tell: training and evaluation agree to the digit on the same rows; running means stand still; a model that
should be held back overfits.

What would refute it: model.training is true while batches of training go through.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the model trains in evaluation mode",
    category="regularization",
    symptom="train-val-gap",
    speaks_for={
        "model-in-eval-mode:whole": "fair",
        "model-in-eval-mode:parts": "slight",
        "overfitting": "slight",
        "evaluations-never-change": "slight",
    },
    speaks_against={
        "nan-loss": "fair",
        "diverging-loss": "fair",
        "exploding-gradients": "fair",
        "flat-loss": "fair",
    },
    look_alikes=(
        LookAlike("too-little-regularization", "dropout is at work and too weak", "no-dropout"),
        LookAlike("converged", "the mode is right, nothing is wrong", "evaluated-twice"),
    ),
    fixes=("train-mode",),
    avoid=("raise the dropout: it is off",),
    verify="model.training inside of the training loop, behind each evaluation",
    reference="preventing-overfitting",
)
