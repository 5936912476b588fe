"""Hand logits to the loss.

When it is right: the loss applies its own softmax or sigmoid and is given probabilities.

When it is wrong: the loss expects probabilities, as torch.nn.NLLLoss expects their logarithm.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
logits = model(inputs)  # no softmax, no sigmoid
loss = torch.nn.functional.cross_entropy(logits, targets)
probabilities = logits.softmax(dim=-1)  # for reading only"""

KERAS = """\
loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)  # with a last layer without activation
model.compile(optimizer=model.optimizer, loss=loss)"""


@fix(area="loss", judged_by="reference-loss", safety="changes-results")
def pass_logits(run: Run) -> Change:
    return Change(
        title="hand the raw outputs to the loss, without softmax or sigmoid",
        example=KERAS if run.is_keras else EXAMPLE,
    )
