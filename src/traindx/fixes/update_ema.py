"""Let the averaged weights follow.

When it is right: the averaged weights are poor on validation data and the raw ones are good.

When it is wrong: both are poor.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
averaged = torch.optim.swa_utils.AveragedModel(
    model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.999), use_buffers=True
)
optimizer.step()
averaged.update_parameters(model)"""

KERAS = "optimizer = keras.optimizers.AdamW(1e-3, use_ema=True, ema_momentum=0.99)"


@fix(area="evaluation", judged_by="val-metric", safety="changes-results")
def update_ema(run: Run) -> Change:
    return Change(
        title="update the averaged weights after every step, with a memory that grows from zero",
        example=KERAS if run.is_keras else EXAMPLE,
    )
