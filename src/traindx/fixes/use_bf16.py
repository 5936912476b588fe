"""Use bfloat16 in place of float16.

When it is right: the run is in float16 and overflows, underflows, or its loss scaler skips steps; bfloat16 has the
range of float32.

When it is wrong: the device has no bfloat16, or the run is in float32: then precision is not at fault.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
with torch.autocast("cuda", dtype=torch.bfloat16):
    loss = criterion(model(inputs), targets)
loss.backward()  # no scaler is needed"""

KERAS = 'keras.mixed_precision.set_global_policy("mixed_bfloat16")'


@fix(area="precision", judged_by="val-metric")
def use_bf16(run: Run) -> Change | None:
    present = run.settings.get("precision")
    name = str(present or "").lower()
    if "bf16" in name or "bfloat16" in name or name in ("32", "fp32", "float32", "no", "false", "64", "float64"):
        return None
    title = "use bfloat16 in place of float16" if present is None else f"use bfloat16 in place of {present}"
    return Change(title=title, from_=present, to="bfloat16", example=KERAS if run.is_keras else EXAMPLE)
