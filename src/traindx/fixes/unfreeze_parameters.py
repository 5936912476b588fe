"""Let all layers learn.

When it is right: layers are frozen that were meant to learn, or the frozen features do not suit the task.

When it is wrong: the data are few and the frozen features fit: then unfreezing overfits.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
for parameter in model.parameters():
    parameter.requires_grad_(True)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)"""

KERAS = """\
model.trainable = True
model.compile(optimizer=keras.optimizers.AdamW(1e-5), loss=model.loss)"""


@fix(area="optimizer", judged_by="val-metric", safety="changes-results")
def unfreeze_parameters(run: Run) -> Change:
    return Change(
        title="let all layers learn, the lower ones at a lower rate",
        example=KERAS if run.is_keras else EXAMPLE,
    )
