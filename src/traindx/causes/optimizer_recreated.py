"""The optimizer is built anew every epoch.

What it is: the running averages of Adam, or the momentum, begin at zero again and again. The first steps of every
epoch have the wrong size.

How to tell: a bump of the loss at the start of each epoch that fades within some hundred steps, while the order of
the samples changes; with Adam also a slower descent.

What would refute it: the step counter in the state of the optimizer grows beyond one epoch.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the optimizer is built anew every epoch",
    category="optimizer",
    symptom="instability",
    speaks_for={
        "loss-spike:periodic": "strong",
        "periodic-loss": "strong",
        "gradient-spike:repeated": "slight",
        "slow-descent": "slight",
        "underfitting": "slight",
        "oscillating-loss:wave": "slight",
        "lr-jump": "slight",
    },
    speaks_against={
        "flat-loss": "strong",
        "nan-loss": "fair",
        "diverging-loss:above-start": "fair",
        "loss-level-shift:with-rate": "fair",
        "zero-loss": "fair",
    },
    look_alikes=(
        LookAlike("data-not-shuffled", "the order of the samples is the same every epoch", "shuffled-order"),
        LookAlike("corrupt-batch", "one narrow spike, at any place of the epoch", "skip-batch"),
        LookAlike("optimizer-state-lost-on-resume", "it happens once, at the resume", "state-restored"),
        LookAlike("schedule-restarted", "the rate jumps as well", "constant-rate"),
    ),
    fixes=("create-optimizer-once",),
    avoid=("lower the rate: the averages are lost all the same",),
    verify="print the step counter in the state of the optimizer at the start of each epoch",
    reference="optimization-algorithms",
)
