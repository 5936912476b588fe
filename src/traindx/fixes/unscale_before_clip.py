"""Divide the loss scale out before clipping.

When it is right: a float16 run with a loss scaler clips gradients that are still multiplied by the scale: every one is
cut to almost nothing.

When it is wrong: there is no loss scaler, as in bfloat16 and float32.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
scaler.scale(loss).backward()
scaler.unscale_(optimizer)
torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
scaler.step(optimizer)
scaler.update()"""

KERAS = """\
optimizer = keras.optimizers.LossScaleOptimizer(keras.optimizers.AdamW(1e-3, global_clipnorm=1.0))"""


@fix(area="gradients", judged_by="val-metric", safety="changes-results")
def unscale_before_clip(run: Run) -> Change | None:
    if "bf" in str(run.settings.get("precision", "")).lower():
        return None
    return Change(title="unscale the gradients before they are clipped", example=KERAS if run.is_keras else EXAMPLE)
