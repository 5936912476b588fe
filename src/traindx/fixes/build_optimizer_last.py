"""Build the optimizer after the model is finished.

When it is right: the model was moved, wrapped, re-initialised or had a layer replaced after the optimizer was built.

When it is wrong: the parameters of the model are, by identity, those in the optimizer.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
model = make_model().to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
held = {id(one) for group in optimizer.param_groups for one in group["params"]}
if not all(id(one) in held for one in model.parameters() if one.requires_grad):
    raise ValueError("the optimizer does not hold every parameter of the model")"""


@fix(area="optimizer", judged_by="symptom", safety="changes-results")
def build_optimizer_last(run: Run) -> Change | None:
    if run.is_keras:
        return None  # fit() does this itself

    return Change(title="build the optimizer after the model was moved, wrapped and changed", example=EXAMPLE)
