"""Lower the momentum.

When it is right: the loss swings as a slow wave whose period does not depend on the data.

When it is wrong: the loss shakes from step to step without a wave; then the rate or the batch is at fault.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = """\
optimizer = keras.optimizers.SGD(learning_rate=0.01, momentum={to:g})  # beta_1 for Adam
model.compile(optimizer=optimizer, loss=model.loss)"""

EXAMPLE = """\
for group in optimizer.param_groups:
    if "momentum" in group:
        group["momentum"] = {to:g}
    else:
        group["betas"] = ({to:g}, group["betas"][1])"""


@fix(area="optimizer", judged_by="val-metric")
def lower_momentum(
    run: Run,
    *,
    to: float = 0.9,
) -> Change | None:
    present = run.number("momentum")
    if present is not None and present <= to:
        return None
    start = "" if present is None else f" from {present:g}"
    example = (KERAS if run.is_keras else EXAMPLE).format(to=to)
    return Change(title=f"lower the momentum{start} to {to:g}", from_=present, to=to, example=example)
