"""Turn the sign of the loss.

When it is right: a cross-entropy is negative, or one step makes the loss of its own batch worse.

When it is wrong: the loss may be negative by its nature, as a likelihood of a density.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
loss = torch.nn.functional.nll_loss(model(inputs).log_softmax(dim=-1), targets)  # nll: the minus is in it
loss.backward()"""

KERAS = "model.compile(optimizer=model.optimizer, loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True))"


@fix(area="loss", judged_by="reference-loss", safety="changes-results")
def fix_loss_sign(run: Run) -> Change:
    return Change(title="minimise the negative of what should grow", example=KERAS if run.is_keras else EXAMPLE)
