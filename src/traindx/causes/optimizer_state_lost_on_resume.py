"""The run was resumed without the state of its optimizer.

What it is: the weights were loaded and the running averages of Adam, or the momentum, were not. The first steps after
the resume have the wrong size.

How to tell: a bump of the loss at the resume that fades within some hundred to a thousand steps, while the rate runs
on without a jump.

What would refute it: the step counter in the state of the optimizer runs on over the resume.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the run was resumed without the state of its optimizer",
    category="schedule",
    symptom="instability",
    speaks_for={
        "loss-level-shift:alone": "strong",
        "loss-spike:once": "fair",
        "diverging-loss:from-best": "slight",
        "gradient-spike:once": "fair",
        "exploding-gradients:high": "slight",
        "overfitting": "slight",
    },
    speaks_against={
        "lr-jump": "fair",
        "loss-level-shift:with-rate": "strong",
        "loss-spike:periodic": "strong",
        "loss-spike:repeated": "fair",
        "flat-loss": "strong",
        "slow-descent": "fair",
        "diverging-loss:above-start": "fair",
        "oscillating-loss": "fair",
        "gradient-spike:repeated": "fair",
    },
    look_alikes=(
        LookAlike("schedule-restarted", "the rate jumps as well", "state-restored"),
        LookAlike("corrupt-batch", "there was no resume, and it comes again in the next epoch", "skip-batch"),
        LookAlike("dead-relu", "the loss does not come back down", "fixed-batch-gradients"),
    ),
    fixes=("restore-optimizer-state", "add-warmup"),
    avoid=("resume once more from the same checkpoint: the state is not in it",),
    verify="load the state of the optimizer too: no bump at the resume",
)
