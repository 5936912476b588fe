"""Shuffle the data.

When it is right: the loss is a sawtooth, and samples of one kind follow each other.

When it is wrong: the data are a stream of which only a window can be seen: then shuffle within a buffer larger than a
block.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = "loader = torch.utils.data.DataLoader(dataset, batch_size=32, shuffle=True)"

KERAS = "model.fit(x_train, y_train, shuffle=True)"


@fix(area="data", judged_by="val-metric", safety="changes-results")
def shuffle_data(run: Run) -> Change:
    return Change(
        title="draw the training samples in a new order every epoch",
        example=KERAS if run.is_keras else EXAMPLE,
    )
