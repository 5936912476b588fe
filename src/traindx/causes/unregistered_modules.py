"""Part of the model is not registered.

What it is: layers kept in a plain list or dict are called and are no part of what the model names as its parameters.
They are never trained, never saved and never moved to another device.

How to tell: the number of parameters is smaller than the layers ask for; the model learns as one with random layers
inside does.

What would refute it: every layer that a batch goes through is among the named modules of the model.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="part of the model is not registered",
    category="model",
    symptom="poor-everywhere",
    speaks_for={
        "unregistered-parameters": "decisive",
        "underfitting": "slight",
        "plateau:rate-on": "slight",
        "slow-descent": "slight",
        "unchanged-weights:some": "fair",
    },
    speaks_against={
        "nan-loss": "fair",
        "diverging-loss": "fair",
        "exploding-gradients": "fair",
        "overfitting": "fair",
    },
    look_alikes=(
        LookAlike("parameters-frozen", "the layers are registered and marked as not trained", "parameter-census"),
        LookAlike("graph-detached", "the layers are registered and get no gradient", "parameter-census"),
        LookAlike(
            "optimizer-holds-stale-parameters", "the model names them, the optimizer holds others", "parameter-census"
        ),
    ),
    fixes=("register-modules",),
    avoid=("hand the lost layers to the optimizer by hand: they are still in no checkpoint",),
    verify="the number of parameters that the model names, against the sum over its layers",
    reference="optimization-algorithms",
)
