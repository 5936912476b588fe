"""Set the model to training before each epoch.

When it is right: the model was set to evaluation and not set back.

When it is wrong: parts of it are held in evaluation mode on purpose, as normalised layers of a trained backbone are.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
for epoch in range(epochs):
    model.train()
    train_one_epoch(model)
    model.eval()
    evaluate(model)"""

KERAS = """\
outputs = model(batch, training=True)  # inside of the training step"""


@fix(area="regularization", judged_by="val-metric", safety="changes-results")
def train_mode(run: Run) -> Change:
    return Change(
        title="set the model to training before each epoch",
        example=KERAS if run.is_keras else EXAMPLE,
    )
