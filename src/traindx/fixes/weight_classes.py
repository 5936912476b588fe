"""Let rare classes count more.

When it is right: one class outweighs the others and the rare ones are never said.

When it is wrong: the answers must be true probabilities: weights shift them.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
counts = torch.bincount(y_train)
criterion = torch.nn.CrossEntropyLoss(weight=counts.sum() / (len(counts) * counts))"""

KERAS = """\
counts = numpy.bincount(y_train)
weights = {label: counts.sum() / (len(counts) * count) for label, count in enumerate(counts)}
model.fit(x_train, y_train, class_weight=weights)"""


@fix(area="data", judged_by="val-metric", safety="changes-results")
def weight_classes(run: Run) -> Change:
    counts = ((run.fact("data") or {}).get("target") or {}).get("classes") or {}
    total = sum(counts.values())
    weights = {label: total / (len(counts) * count) for label, count in counts.items()}
    return Change(
        title="weight the loss of each class by how rare it is",
        to=weights or None,
        example=KERAS if run.is_keras else EXAMPLE,
    )
