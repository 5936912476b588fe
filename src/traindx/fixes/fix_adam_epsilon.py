"""Give Adam its usual epsilon.

When it is right: epsilon is larger than the usual root of the second moment, so that Adam hardly moves; or so small
that it rounds to zero in float16.

When it is wrong: the optimizer is not of the Adam family, or its epsilon is the usual one.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = "model.compile(optimizer=keras.optimizers.AdamW(epsilon={to:g}), loss=model.loss)"

EXAMPLE = "optimizer = torch.optim.AdamW(model.parameters(), lr={rate:g}, eps={to:g})"


@fix(area="optimizer", judged_by="val-metric")
def fix_adam_epsilon(
    run: Run,
    *,
    usual: float = 1e-8,
) -> Change | None:
    present = run.number("epsilon")
    other = run.settings.get("optimizer") is not None and "adam" not in str(run.settings["optimizer"]).lower()
    if other or (present is not None and usual <= present <= 100 * usual):
        return None
    start = "" if present is None else f" from {present:g}"
    example = (KERAS if run.is_keras else EXAMPLE).format(to=usual, rate=run.peak_rate or 1e-3)
    title = f"set the epsilon of Adam{start} to {usual:g}, with float32 states"
    return Change(title=title, from_=present, to=usual, example=example)
