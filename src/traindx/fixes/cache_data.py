"""Prepare the data once.

When it is right: each epoch decodes and transforms the same samples anew, and the result fits on a fast disk or in
memory.

When it is wrong: the preparation is random on purpose: cache what comes before it, never after.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
samples = [decode(path) for path in paths]  # once; what is random stays in the transform
dataset = [(augment(sample), label) for sample, label in zip(samples, labels)]"""

KERAS = """\
dataset = dataset.map(decode).cache().map(augment)  # a tf.data.Dataset for keras"""


@fix(area="data", judged_by="throughput", safety="safe")
def cache_data(run: Run) -> Change:
    return Change(
        title="keep decoded samples, and leave only what is random for every epoch",
        example=KERAS if run.is_keras else EXAMPLE,
    )
