"""Average the loss over the batch.

When it is right: the first loss is that of chance times the size of the batch.

When it is wrong: the sum is meant, as in a likelihood over a set: then scale the rate.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = 'criterion = torch.nn.CrossEntropyLoss(reduction="mean")'

KERAS = 'loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="sum_over_batch_size")'


@fix(area="loss", judged_by="reference-loss", safety="changes-results")
def mean_reduction(run: Run) -> Change:
    return Change(title="average the loss over the batch", example=KERAS if run.is_keras else EXAMPLE)
