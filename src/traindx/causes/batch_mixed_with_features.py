"""The rows of a batch are mixed with each other.

What it is: a view or a reshape stands where a permutation should, or a softmax or a mean runs over the batch axis. What
the model says of one row then depends on who its neighbours are.

How to tell: the model is asked twice about the same row, each time among other rows, and answers differently. From a
log alone it looks like a model that learns poorly for no reason.

What would refute it: in evaluation mode the answer to a row is the same whatever the other rows hold.
"""

from __future__ import annotations

from traindx.schema import Cause, LookAlike

CAUSE = Cause(
    title="the rows of a batch are mixed with each other",
    category="model",
    symptom="poor-everywhere",
    speaks_for={
        "output-depends-on-batch:mixed": "decisive",
        "underfitting": "slight",
        "val-at-chance:at-chance": "slight",
        "plateau:rate-on": "slight",
    },
    speaks_against={
        "zero-loss": "strong",
        "nan-loss": "strong",
        "diverging-loss": "fair",
        "overfitting": "strong",
    },
    look_alikes=(
        LookAlike("inputs-labels-misaligned", "one batch can be learned by heart all the same", "overfit-one-batch"),
        LookAlike("softmax-over-wrong-dim", "only the last step runs over the batch", "by-hand-metric"),
    ),
    fixes=("permute-not-view",),
    avoid=("raise the batch size: it mixes more rows",),
    verify="ask for one row alone and among others, in evaluation mode: the answers must agree",
)
