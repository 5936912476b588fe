"""Give the last layer one output per class.

When it is right: the first loss is the logarithm of another number than that of the classes.

When it is wrong: some classes only come later: then the head is right.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = "head = torch.nn.Linear(in_features, {classes})"

KERAS = "head = keras.layers.Dense({classes})"


@fix(area="labels", judged_by="val-metric", safety="changes-results")
def resize_head(run: Run) -> Change:
    present = run.count("classes")
    classes = "int(y_train.max()) + 1" if present is None else f"{present:g}"
    title = "give the last layer " + ("one output per class" if present is None else f"{present:g} outputs")
    example = (KERAS if run.is_keras else EXAMPLE).format(classes=classes)
    return Change(title=title, to=None if present is None else int(present), example=example)
