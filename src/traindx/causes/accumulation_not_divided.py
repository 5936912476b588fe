"""Accumulated gradients are summed and not averaged.

What it is: the gradients of several micro-batches are added up, and nothing is divided by their number. For plain
gradient descent the rate is too high by that factor; Adam hardly notices.

How to tell: all signs of a rate that is too high, in a run that accumulates; the norm of the gradient grows with the
number of micro-batches.

What would refute it: with one micro-batch a step and the same samples the run is as bad.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="accumulated gradients are summed and not averaged",
    category="optimizer",
    symptom="instability",
    speaks_for={
        "diverging-loss:above-start": "fair",
        "oscillating-loss:zigzag": "slight",
        "exploding-gradients": "fair",
        "huge-updates": "fair",
        "nan-loss:after-climbing": "fair",
        "gradient-spike:repeated": "slight",
    },
    speaks_against={
        "slow-descent": "strong",
        "tiny-updates": "strong",
        "flat-loss:at-chance": "fair",
        "overfitting": "fair",
        "loss-spike:periodic": "fair",
        "vanishing-gradients": "strong",
        "lr-zero": "strong",
    },
    look_alikes=(
        LookAlike("learning-rate-too-high", "it is as bad without accumulation", "accumulated-batch"),
        LookAlike("loss-summed-not-averaged", "the loss itself is large from the first step on", "halved-batch"),
    ),
    fixes=("divide-accumulated-loss",),
    avoid=("lower the rate instead: it is right again only for this number of micro-batches",),
    verify="one micro-batch a step, and as many samples in all: the norm is smaller by that factor",
    reference="gradient-management",
)
