"""Split by what samples have in common.

When it is right: several samples come from one person, scene, text or day, or are copies of each other: all of them
belong on one side of the split.

When it is wrong: samples have nothing in common, and no two are equal.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
# groups[row]: the person, scene or day of a row; of mere copies, a hash of the row
names = numpy.unique(groups)
held_out = set(numpy.random.default_rng(0).choice(names, len(names) // 5, replace=False).tolist())
in_val = numpy.array([group in held_out for group in groups.tolist()])
x_train, y_train, x_val, y_val = x[~in_val], y[~in_val], x[in_val], y[in_val]"""


@fix(area="data", judged_by="val-metric", safety="changes-results")
def split_by_group(run: Run) -> Change:
    return Change(title="put all samples of one person, scene or day on one side of the split", example=EXAMPLE)
