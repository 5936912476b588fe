"""Refuse samples that are not numbers.

When it is right: loss or gradient break at the same place of every epoch.

When it is wrong: other batches do it as well: then it is not the data.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
kept = [row for row in range(len(dataset)) if torch.isfinite(dataset[row][0]).all()]
dataset = torch.utils.data.Subset(dataset, kept)"""

KERAS = """\
kept = numpy.isfinite(x).reshape(len(x), -1).all(axis=1)
x, y = x[kept], y[kept]"""


@fix(area="data", judged_by="val-metric", safety="changes-results")
def drop_bad_batch(run: Run) -> Change:
    return Change(
        title="refuse samples that are not finite, when they are read",
        example=KERAS if run.is_keras else EXAMPLE,
    )
