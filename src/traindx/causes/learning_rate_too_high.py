"""The learning rate is too high.

What it is: every step overshoots. Near the limit the loss wavers around a level it cannot leave; beyond it each step
undoes more than the last one won, and the loss rises, jumps, or ends as NaN. A log that keeps one step in ten or
fifty shows only the NaN.

How to tell: the loss rises above where it began, or jumps again and again, or never leaves the level of chance, and
the gradient norm grows with it. A tenth of the rate cures it within a hundred steps.

What would refute it: the same run with a tenth of the rate fails in the same way and at the same place.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the learning rate is too high",
    category="optimizer",
    symptom="instability",
    speaks_for={
        "diverging-loss:above-start": "decisive",
        "diverging-loss:from-best": "decisive",
        "nan-loss:after-climbing": "decisive",
        "nan-loss:passing": "slight",
        "nan-loss:out-of-the-calm": "fair",
        "nan-loss:from-the-start": "strong",
        "nan-loss:cut-off": "strong",
        "zero-loss": "slight",
        "constant-loss": "fair",
        "loss-spike:repeated": "strong",
        "loss-spike:once": "fair",
        "loss-spike:periodic": "slight",
        "oscillating-loss:zigzag": "strong",
        "oscillating-loss:wave": "fair",
        "loss-level-shift": "fair",
        "flat-loss:elsewhere": "fair",
        "flat-loss:at-chance": "fair",
        "flat-loss:above-chance": "decisive",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "slight",
        "loss-stuck-at-known-floor:chance": "fair",
        "train-at-chance": "fair",
        "val-at-chance:at-chance": "fair",
        "underfitting": "fair",
        "exploding-gradients": "fair",
        "gradient-spike": "fair",
        "nan-gradient:later": "fair",
        "nan-gradient:passing": "slight",
        "clipping-always": "fair",
        "high-learning-rate": "fair",
        "accuracy-never-moves": "fair",
        "huge-updates": "decisive",
        "weights-diverge": "strong",
        "nan-weights": "fair",
        "dead-relu-units:nearly-all": "strong",
        "dead-relu-units:most": "strong",
        "zero-gradients:lost": "strong",
        "saturated-units": "slight",
        "loss-scale-falling": "slight",
        "accuracy-collapses:from-its-level": "fair",
        "accuracy-collapses:from-the-first": "slight",
        "accuracy-near-zero": "slight",
    },
    speaks_against={
        "slow-descent": "strong",
        "lr-zero:from-start": "decisive",
        "tiny-updates": "slight",
        "loss-high-for-accuracy": "fair",
        "loss-falls-without-bound": "strong",
        "first-loss-too-high": "fair",
        "evaluations-never-change": "fair",
        "validation-creeps": "strong",
    },
    look_alikes=(
        LookAlike("warmup-missing", "only the first steps are bad, then it recovers", "lr-bracket"),
        LookAlike("corrupt-batch", "the jumps come at the same place of every epoch", "skip-batch"),
        LookAlike("inputs-not-normalized", "the loss starts far above chance", "standardized-inputs"),
        LookAlike(
            "loss-summed-not-averaged",
            "the first loss is the number of samples in a batch times that of chance",
            "halved-batch",
        ),
        LookAlike(
            "missing-gradient-clipping",
            "calm between rare jumps, and each begins with one huge gradient",
            "clipped",
        ),
    ),
    never_apart="too-fast",
    fixes=("lower-learning-rate", "add-warmup", "clip-gradients"),
    avoid=("train longer: steps that overshoot do not get better with their number",),
    verify="a tenth of the rate for 100 steps: the loss falls and stays down",
    reference="learning-rate-scheduling",
)
