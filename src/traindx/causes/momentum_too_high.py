"""The momentum is too high.

What it is: the optimizer carries the steps of the past for so long that it runs through every valley and up the other
side. The loss swings as a slow wave instead of shaking from step to step.

How to tell: after the first descent the loss overshoots and comes back with a period of many steps, whatever the
batch holds. A momentum of .99 swings over hundreds of steps.

What would refute it: with a momentum of .9 the same waves remain.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the momentum is too high",
    category="optimizer",
    symptom="instability",
    speaks_for={
        "oscillating-loss:wave": "decisive",
        "oscillating-loss:zigzag": "slight",
        "diverging-loss": "fair",
        "loss-spike:repeated": "slight",
        "nan-loss:after-climbing": "slight",
        "plateau:rate-on": "slight",
        "exploding-gradients:high": "slight",
        "gradient-spike": "slight",
        "underfitting": "slight",
        "periodic-loss": "slight",
        "high-momentum": "decisive",
        "huge-updates": "slight",
        "accuracy-collapses:from-its-level": "slight",
        "overfitting:turned": "slight",
    },
    speaks_against={
        "exploding-gradients:growing": "fair",
        "slow-descent": "strong",
        "flat-loss": "fair",
        "nan-loss:from-the-start": "strong",
    },
    look_alikes=(
        LookAlike("missing-zero-grad", "the gradient norm itself grows from step to step", "fixed-batch-gradients"),
        LookAlike("learning-rate-too-high", "it shakes from step to step, with no long wave in it", "lr-bracket"),
        LookAlike("data-not-shuffled", "the wave has the length of an epoch exactly", "shuffled-order"),
    ),
    fixes=("lower-momentum", "lower-learning-rate"),
    avoid=("average the loss over more steps: the wave stays and only its picture is gone",),
    verify="momentum (or beta1) of .9 for 200 steps: the wave is gone",
    reference="optimization-algorithms",
)
