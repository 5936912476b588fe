"""Take a step after every backward pass.

When it is right: gradients are there and no weight changes.

When it is wrong: the steps are skipped by a loss scaler: then find the overflow first.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
loss.backward()
optimizer.step()
optimizer.zero_grad(set_to_none=True)"""


@fix(area="optimizer", judged_by="symptom", safety="changes-results")
def call_optimizer_step(run: Run) -> Change | None:
    if run.is_keras:
        return None  # fit() does this itself

    return Change(title="call the step of the optimizer after every backward pass", example=EXAMPLE)
