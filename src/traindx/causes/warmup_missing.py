"""The first steps are taken at the full rate.

What it is: the averages of the optimizer are still empty and the network is still random when the full rate acts on
it. The first steps throw the weights far away; the rest of the run climbs back, or stays at a high level.

How to tell: the damage is done within the first hundred steps: the loss jumps above its start, then falls slowly, or
rests on a high shelf. Transformers with Adam show it most.

What would refute it: a warm-up over five percent of the steps leaves the first hundred steps as they were.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the first steps are taken at the full rate",
    category="schedule",
    symptom="instability",
    speaks_for={
        "diverging-loss:above-start": "strong",
        "loss-spike:once": "fair",
        "loss-spike:repeated": "slight",
        "nan-loss:after-climbing": "fair",
        "nan-loss:cut-off": "fair",
        "flat-loss": "fair",
        "plateau:rate-on": "fair",
        "plateau:rate-unknown": "slight",
        "loss-level-shift": "slight",
        "loss-stuck-at-known-floor:chance": "slight",
        "train-at-chance": "slight",
        "underfitting": "slight",
        "exploding-gradients:high": "fair",
        "exploding-gradients:growing": "slight",
        "gradient-spike:once": "strong",
        "gradient-spike:repeated": "slight",
        "nan-gradient:later": "slight",
        "high-learning-rate": "slight",
        "accuracy-never-moves": "slight",
        "huge-updates": "fair",
        "dead-relu-units:most": "slight",
        "underfitting:at-once": "strong",
    },
    speaks_against={
        "slow-descent": "fair",
        "oscillating-loss": "fair",
        "diverging-loss:from-best": "fair",
        "lr-zero": "strong",
    },
    look_alikes=(
        LookAlike("learning-rate-too-high", "it never recovers, at no step of the run", "warmed-up"),
        LookAlike("init-too-large", "the very first loss is far above chance, before any step", "rescaled-weights"),
        LookAlike("corrupt-batch", "it happens again at the same place of the next epoch", "skip-batch"),
    ),
    fixes=("add-warmup", "lower-learning-rate", "add-normalization"),
    avoid=("lower the rate for the whole run: only its beginning is at fault",),
    verify="warm up over five percent of the steps: the first hundred steps stay below the initial loss",
    reference="learning-rate-scheduling",
)
