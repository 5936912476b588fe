"""It has converged.

What it is: the loss has reached a level at which further steps bring nothing, and nothing in the run speaks of a
fault. It is an answer like any other.

How to tell: a long flat tail after a smooth descent, with training and validation close together, and a rate that has
come to its end or a loss at a known floor.

What would refute it: ten times or a tenth of the rate, or twice the width, lowers the loss by more than its noise.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="it has converged",
    category="schedule",
    symptom="loss-plateau",
    harm="none",
    speaks_for={
        "loss-at-floor": "decisive",
        "plateau:rate-gone": "strong",
        "plateau:rate-unknown": "fair",
        "plateau:rate-on": "fair",
        "vanishing-gradients": "slight",
        "lr-zero:before-the-end": "slight",
        "no-lr-decay": "slight",
    },
    speaks_against={
        "still-improving": "fair",
        "underfitting": "strong",
        "overfitting": "strong",
        "train-at-chance": "strong",
        "val-at-chance": "strong",
        "loss-stuck-at-known-floor": "strong",
        "zero-loss": "fair",
        "slow-descent": "strong",
        "lr-changes-within-epoch:to-zero": "strong",
        "large-gap-from-start": "fair",
    },
    look_alikes=(
        LookAlike("capacity-too-small", "twice the width ends lower", "doubled-width"),
        LookAlike("lr-decays-too-early", "a constant rate would lower the loss further", "constant-rate"),
    ),
    fixes=("stop-early", "raise-capacity", "more-data"),
    avoid=("look for a fault that nothing shows",),
    verify="a tenth of the peak rate for 100 steps, and ten times: neither lowers the loss",
)
