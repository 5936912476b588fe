"""Clear the gradients before every backward pass.

When it is right: gradients of earlier steps are still there when backward is called, and nobody meant to accumulate
them.

When it is wrong: several small batches are meant to make one step; then clear once per step, and divide the loss by
their number.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
for inputs, targets in loader:
    optimizer.zero_grad(set_to_none=True)
    loss = criterion(model(inputs), targets)
    loss.backward()
    optimizer.step()"""


@fix(area="gradients", judged_by="symptom", safety="changes-results")
def clear_gradients(run: Run) -> Change | None:
    if run.is_keras:
        return None  # fit() does this itself

    return Change(title="clear the gradients before every backward pass", example=EXAMPLE)
