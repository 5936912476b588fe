"""Divide by what was accumulated.

When it is right: gradients are summed over several micro-batches and the loss is not divided by their number, or means
of unequal micro-batches are averaged.

When it is wrong: the loop or the trainer divides already.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
for place, (inputs, targets) in enumerate(loader):
    loss = criterion(model(inputs), targets) / accumulation
    loss.backward()
    if (place + 1) % accumulation == 0:
        optimizer.step()
        optimizer.zero_grad()"""


@fix(area="gradients", judged_by="val-metric", safety="changes-results")
def divide_accumulated_loss(run: Run) -> Change | None:
    if run.is_keras:
        return None
    return Change(
        title="divide the loss by the number of micro-batches, or of tokens, of a whole step", example=EXAMPLE
    )
