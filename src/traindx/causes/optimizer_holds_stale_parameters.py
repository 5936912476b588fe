"""The optimizer holds parameters that the model does not use.

What it is: the optimizer was built before the model was moved, wrapped, re-initialised or had a layer replaced. It
steps the old tensors; those that the forward pass uses are never touched.

How to tell: the mean of the loss does not move at all although step is called and gradients flow.

What would refute it: every parameter of the model that requires a gradient is, by identity, in one group of the
optimizer.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the optimizer holds parameters that the model does not use",
    category="optimizer",
    symptom="not-learning",
    speaks_for={
        "parameters-not-optimized:all": "decisive",
        "parameters-not-optimized:some": "strong",
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
        LookAlike("optimizer-never-steps", "the tensors match, but step is not called", "parameter-census"),
        LookAlike("parameters-frozen", "the last layer still learns, so the loss falls a little", "parameter-census"),
    ),
    never_apart="frozen",
    fixes=("build-optimizer-last",),
    avoid=("raise the learning rate: it moves tensors that nobody reads",),
    verify="set(map(id, model.parameters())) against the ids in optimizer.param_groups: they must be the same",
    reference="optimization-algorithms",
)
