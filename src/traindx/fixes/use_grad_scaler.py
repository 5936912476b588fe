"""Scale the loss in float16.

When it is right: the run is in float16 without a scaler, and small gradients become zero.

When it is wrong: the run is in bfloat16 or float32, where a scaler does nothing.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
scaler = torch.amp.GradScaler()
with torch.autocast("cuda", dtype=torch.float16):
    loss = criterion(model(inputs), targets)
scaler.scale(loss).backward()
scaler.step(optimizer)
scaler.update()"""

KERAS = "model.compile(optimizer=keras.optimizers.LossScaleOptimizer(keras.optimizers.AdamW(1e-3)), loss=model.loss)"


@fix(area="precision", judged_by="val-metric")
def use_grad_scaler(run: Run) -> Change | None:
    present = run.settings.get("precision")
    name = str(present or "float16").lower()
    if "16" not in name or "bf" in name or "bfloat" in name:
        return None
    example = KERAS if run.is_keras else EXAMPLE
    return Change(title="scale the loss before backward, and the gradients back", example=example)
