"""Pull the weights less towards zero.

When it is right: training and validation loss are equally poor and rise or stand although the rate is not gone.

When it is wrong: the validation loss rises while training falls: then decay is what holds it.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = "model.compile(optimizer=keras.optimizers.AdamW(weight_decay={to:g}), loss=model.loss)"

EXAMPLE = """\
for group in optimizer.param_groups:
    group["weight_decay"] = {to:g}"""


@fix(area="regularization", judged_by="val-metric")
def lower_weight_decay(
    run: Run,
    *,
    factor: float = 10.0,
) -> Change | None:
    present = run.number("weight_decay")
    if present is not None and present <= 0:
        return None
    to = 0.0 if present is None else float(f"{present / factor:.1g}")
    start = "" if present is None else f" from {present:g}"
    example = (KERAS if run.is_keras else EXAMPLE).format(to=to)
    return Change(title=f"lower the weight decay{start} to {to:g}", from_=present, to=to, example=example)
