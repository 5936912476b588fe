"""Look at the labels that the model doubts.

When it is right: the same samples have a high loss in every epoch.

When it is wrong: hard samples are rightly labelled: do not drop what is difficult.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
losses = torch.nn.functional.cross_entropy(model(x), y, reduction="none")
for row in losses.argsort(descending=True)[:20].tolist():
    print(row, int(y[row]), int(model(x[row : row + 1]).argmax()), float(losses[row]))"""

KERAS = """\
losses = keras.losses.sparse_categorical_crossentropy(y, model.predict(x))
for row in numpy.argsort(losses)[::-1][:20]:
    print(row, y[row], losses[row])"""


@fix(area="data", judged_by="val-metric")
def clean_labels(run: Run) -> Change:
    return Change(
        title="look at the samples with the highest loss and correct or drop wrong labels",
        example=KERAS if run.is_keras else EXAMPLE,
    )
