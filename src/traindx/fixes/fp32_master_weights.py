"""Keep the weights in float32.

When it is right: weights are held in bfloat16 or float16, and updates of less than a two-hundredth of a weight are lost
to rounding.

When it is wrong: the weights are in float32 already, as under autocast.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
model = model.float()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
with torch.autocast("cuda", dtype=torch.bfloat16):
    loss = criterion(model(inputs), targets)"""

KERAS = """\
keras.mixed_precision.set_global_policy("mixed_bfloat16")  # variables stay in float32"""


@fix(area="precision", judged_by="val-metric", safety="changes-results")
def fp32_master_weights(run: Run) -> Change | None:
    if str(run.settings.get("precision", "")).lower() in ("fp32", "float32", "32"):
        return None
    return Change(
        title="hold weights and optimizer state in float32, and compute in bfloat16",
        example=KERAS if run.is_keras else EXAMPLE,
    )
