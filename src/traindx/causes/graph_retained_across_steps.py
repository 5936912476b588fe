"""Something is kept from step to step that should be let go.

What it is: a loss is summed up as a tensor, outputs are put in a list, or a hidden state is carried on with its
history. The graph of every step so far stays in memory, and is walked through again.

How to tell: memory grows along a straight line, often the time of a step too, and the run ends out of memory.

What would refute it: memory stands still after the first hundred steps.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="something is kept from step to step that should be let go",
    category="pipeline",
    symptom="crash",
    speaks_for={
        "memory-grows": "decisive",
        "step-time-grows": "strong",
        "gpu-memory-nearly-full:filling": "strong",
    },
    look_alikes=(
        LookAlike(
            "input-pipeline-starved", "the steps are long from the start, and memory stands", "fixed-batch-gradients"
        ),
        LookAlike("slow-rank", "the time jumps at one place, and memory stands", "fixed-batch-gradients"),
    ),
    fixes=("release-the-graph",),
    avoid=("take a smaller batch: it ends at the same wall a little later",),
    verify="memory after steps 100, 200 and 300: equal",
)
