"""Move axes with a permutation, not with a view.

When it is right: what the model says of a row depends on the other rows of its batch.

When it is wrong: rows are meant to see each other, as in contrastive learning.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
x = x.permute(0, 2, 1)                  # not x.view(batch, features, time): that deals the numbers out anew
x = x.reshape(x.shape[0], -1)           # the batch stays the first axis
weights = scores.softmax(dim=-1)        # never over axis 0"""

KERAS = """\
x = keras.ops.transpose(x, (0, 2, 1))   # not keras.ops.reshape: that deals the numbers out anew
x = keras.layers.Flatten()(x)           # the batch stays the first axis"""


@fix(area="model", judged_by="val-metric", safety="changes-results")
def permute_not_view(run: Run) -> Change:
    return Change(
        title="move axes with a permutation and keep the batch axis apart", example=KERAS if run.is_keras else EXAMPLE
    )
