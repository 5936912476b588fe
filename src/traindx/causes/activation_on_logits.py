"""An activation cuts the outputs off.

What it is: the last layer ends in an activation that the task does not ask for. A rectifier cuts every negative logit
to zero, a tanh holds all of them between -1 and 1, and a sigmoid cannot reach a target of fifty.

How to tell: the loss stands at a floor above that of other models; some classes are never predicted, or outputs never
leave a narrow range.

What would refute it: outputs take values on both sides of the bounds of the activation.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="an activation cuts the outputs off",
    category="model",
    symptom="loss-plateau",
    speaks_for={
        "output-is-cut-off:one-sided": "decisive",
        "output-is-cut-off:bounded": "decisive",
        "output-is-cut-off:targets-beyond": "decisive",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "slight",
        "underfitting": "fair",
        "loss-high-for-accuracy": "fair",
        "train-at-chance": "slight",
        "flat-loss": "slight",
    },
    speaks_against={
        "nan-loss": "fair",
        "diverging-loss": "fair",
        "exploding-gradients": "fair",
        "overfitting": "fair",
    },
    look_alikes=(
        LookAlike("softmax-before-cross-entropy", "the rows that enter the loss sum to one", "fixed-batch-gradients"),
        LookAlike("capacity-too-small", "the outputs go where they like, there are too few units", "doubled-width"),
        LookAlike("class-imbalance", "rare classes are missed, their logits are not all zero", "balanced-sampler"),
    ),
    fixes=("linear-output", "pass-logits", "scale-targets"),
    avoid=("train longer: what the last activation forbids cannot be learned",),
    verify="the smallest and largest output on one batch: they lie beyond the bounds of the activation",
    reference="gradient-management",
)
