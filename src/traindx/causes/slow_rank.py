"""One rank is slower than the others.

What it is: ranks wait for each other at every step. One of them runs on a machine that is shared, hot, or badly
connected, and sets the pace of all.

How to tell: the times of the ranks differ by the same rank at nearly every step, or everything became slower at one
moment.

What would refute it: the delay stays with the rank when its machine is swapped: then it is its work.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="one rank is slower than the others",
    category="pipeline",
    symptom="slow-training",
    speaks_for={
        "lagging-rank": "decisive",
        "throughput-drop": "strong",
        "gpu-idle": "slight",
    },
    speaks_against={
        "input-bound": "fair",
    },
    look_alikes=(
        LookAlike("input-pipeline-starved", "every rank waits for its data", "fixed-batch-gradients"),
        LookAlike("graph-retained-across-steps", "each step takes longer than the one before", "fixed-batch-gradients"),
    ),
    fixes=("replace-slow-host",),
    avoid=("raise the batch size: the slow rank gets slower too",),
    verify="start with the hosts in another order: the delay moves with the machine",
)
