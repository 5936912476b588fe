"""The training waits for its data.

What it is: batches are read, decoded or transformed more slowly than the device can use them, so that it stands still
for part of every step.

How to tell: much of the time of a step passes before its batch is there, steps are long and short in turns, and the
device is busy for a fraction of the time.

What would refute it: with one batch used again and again the steps are as long as before.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the training waits for its data",
    category="pipeline",
    symptom="slow-training",
    speaks_for={
        "input-bound": "decisive",
        "gpu-idle": "strong",
        "throughput-drop": "fair",
        "step-time-grows": "slight",
    },
    look_alikes=(
        LookAlike("slow-rank", "the time is that of one rank only", "fixed-batch-gradients"),
        LookAlike("graph-retained-across-steps", "each step takes longer than the one before", "fixed-batch-gradients"),
    ),
    fixes=(
        "more-workers",
        "cache-data",
    ),
    avoid=("buy a faster device: it would wait for longer",),
    verify="use one batch again and again for 100 steps: how much shorter are they",
)
