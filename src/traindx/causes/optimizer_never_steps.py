"""The optimizer never takes a step.

What it is: gradients are computed and nothing is done with them: the call of step is missing, stands behind a
condition that never holds, or a loss scaler skips each one because it finds an overflow.

How to tell: the mean of the loss does not move at all; only the noise of the batches is left. The gradient norm is
alive and equally flat.

What would refute it: any weight differs before and after a step.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the optimizer never takes a step",
    category="optimizer",
    symptom="not-learning",
    speaks_for={
        "flat-loss:elsewhere": "strong",
        "flat-loss:at-chance": "strong",
        "constant-loss": "decisive",
        "loss-stuck-at-known-floor:chance": "fair",
        "train-at-chance": "fair",
        "val-at-chance:at-chance": "fair",
        "accuracy-never-moves": "fair",
        "unchanged-weights:all": "decisive",
        "accuracy-near-zero": "slight",
        "evaluations-never-change": "decisive",
        "error-at-variance": "strong",
    },
    speaks_against={
        "plateau": "strong",
        "overfitting": "strong",
        "diverging-loss": "strong",
        "slow-descent": "strong",
        "underfitting": "fair",
        "nan-loss": "strong",
        "loss-spike": "fair",
        "vanishing-gradients": "fair",
        "zero-loss": "strong",
        "still-improving": "strong",
        "lr-zero:from-start": "strong",
        "exploding-gradients": "fair",
        "unchanged-weights:some": "fair",
        "loss-high-for-accuracy": "strong",
        "validation-creeps": "strong",
    },
    look_alikes=(
        LookAlike(
            "optimizer-holds-stale-parameters",
            "step is called, on tensors that the model does not use",
            "parameter-census",
        ),
        LookAlike(
            "inputs-labels-misaligned",
            "the loss moves to the entropy of the labels within an epoch",
            "overfit-one-batch",
        ),
        LookAlike("learning-rate-too-low", "the weights do change, by very little", "lr-bracket"),
    ),
    never_apart="frozen",
    fixes=("call-optimizer-step", "use-bf16"),
    avoid=("raise the learning rate: no rate moves weights that are never stepped",),
    verify="compare one weight tensor before and after a step: it must change",
    reference="optimization-algorithms",
)
