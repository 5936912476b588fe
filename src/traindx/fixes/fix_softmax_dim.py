"""Take the softmax over the classes.

When it is right: the first loss is the logarithm of the batch size.

When it is wrong: the classes lie on another axis, as in images: then name that one.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = "probabilities = logits.softmax(dim=-1)  # dim=1 for outputs of shape (batch, classes, height, width)"

KERAS = "probabilities = keras.ops.softmax(logits, axis=-1)"


@fix(area="loss", judged_by="reference-loss", safety="changes-results")
def fix_softmax_dim(run: Run) -> Change:
    return Change(
        title="take the softmax over the last axis, that of the classes",
        example=KERAS if run.is_keras else EXAMPLE,
    )
