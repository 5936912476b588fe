"""Give every parameter group its learning rate.

When it is right: a group of parameters has a rate of zero, or stands in no group.

When it is wrong: the group is frozen on purpose.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
optimizer = torch.optim.AdamW([
    {"params": model.backbone.parameters(), "lr": 1e-5},
    {"params": model.head.parameters(), "lr": 1e-3},
])
assert all(group["lr"] > 0 for group in optimizer.param_groups)"""


@fix(area="optimizer", judged_by="val-metric", safety="changes-results")
def set_group_rate(run: Run) -> Change | None:
    if run.is_keras:
        return None
    return Change(title="give each group of parameters a rate above zero", example=EXAMPLE)
