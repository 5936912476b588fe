"""Normalise by group in place of the batch.

When it is right: batches are of a few rows, so that their mean and spread are mostly noise.

When it is wrong: batches are large, or the running means come from a model trained elsewhere: keep them and hold them
still.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
norm = torch.nn.GroupNorm(num_groups=8, num_channels=64)  # in place of BatchNorm2d(64)"""

KERAS = """\
norm = keras.layers.GroupNormalization(groups=8)  # in place of BatchNormalization()"""


@fix(area="regularization", judged_by="val-metric", safety="changes-results")
def use_groupnorm(run: Run) -> Change:
    return Change(
        title="normalise by group in place of the batch",
        example=KERAS if run.is_keras else EXAMPLE,
    )
