"""Scale the targets of a regression.

When it is right: the targets reach far beyond one, the loss is a huge number and the gradients with it.

When it is wrong: the task is a classification.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
mean, spread = y_train.mean(), y_train.std()
loss = criterion(model(x), (y - mean) / spread)
answer = model(x) * spread + mean"""

KERAS = """\
mean, spread = y_train.mean(), y_train.std()
model.fit(x_train, (y_train - mean) / spread)
answer = model.predict(x_val) * spread + mean"""


@fix(area="labels", judged_by="val-metric", safety="changes-results")
def scale_targets(run: Run) -> Change:
    return Change(
        title="train on targets of mean 0 and spread 1, and scale the answers back",
        example=KERAS if run.is_keras else EXAMPLE,
    )
