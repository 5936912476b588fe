"""Keep one of each sample.

When it is right: less than 95 of 100 training samples are different.

When it is wrong: copies are meant, as in oversampling: then count the unique ones when you judge.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
seen, kept = set(), []
for row in range(len(dataset)):
    key = hashlib.sha256(dataset[row][0].numpy().tobytes()).digest()
    if key not in seen:
        seen.add(key)
        kept.append(row)
dataset = torch.utils.data.Subset(dataset, kept)"""

KERAS = """\
_, kept = numpy.unique(x.reshape(len(x), -1), axis=0, return_index=True)
x, y = x[kept], y[kept]"""


@fix(area="data", judged_by="val-metric", safety="changes-results")
def deduplicate_data(run: Run) -> Change:
    return Change(title="keep one of each sample, before splitting", example=KERAS if run.is_keras else EXAMPLE)
