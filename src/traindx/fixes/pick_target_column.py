"""Read the right column as the target.

When it is right: all targets of a batch are the same.

When it is wrong: the targets differ.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
counts = torch.bincount(y_train)
if int((counts > 0).sum()) < 2:
    raise ValueError("all targets are the same: the wrong column was read")"""

KERAS = """\
if len(numpy.unique(y_train)) < 2:
    raise ValueError("all targets are the same: the wrong column was read")"""


@fix(area="labels", judged_by="val-metric")
def pick_target_column(run: Run) -> Change:
    return Change(title="read the column that holds the answer", example=KERAS if run.is_keras else EXAMPLE)
