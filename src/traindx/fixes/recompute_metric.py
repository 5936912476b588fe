"""Compute the metric from single samples.

When it is right: the metric says chance while the loss says that the model has learned.

When it is wrong: the loss does not improve either.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
answers = torch.cat([model(inputs).argmax(dim=-1) for inputs, _ in val_loader])
labels = torch.cat([targets for _, targets in val_loader])
accuracy = (answers == labels).float().mean()"""

KERAS = "accuracy = (model.predict(x_val).argmax(axis=-1) == y_val).mean()"


@fix(area="evaluation", judged_by="symptom")
def recompute_metric(run: Run) -> Change:
    return Change(
        title="compute the metric from the answers and labels of the whole set",
        example=KERAS if run.is_keras else EXAMPLE,
    )
