"""Validate in evaluation mode.

When it is right: two evaluations of the same weights differ.

When it is wrong: dropout at evaluation is meant, as for an estimate of uncertainty.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
model.eval()
with torch.no_grad():
    val_loss = evaluate(model, val_loader)
model.train()"""


@fix(area="evaluation", judged_by="val-metric", safety="changes-results")
def eval_mode(run: Run) -> Change | None:
    if run.is_keras:
        return None  # fit() does this itself

    return Change(title="switch to evaluation mode for validation, and back for training", example=EXAMPLE)
