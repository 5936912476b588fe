"""Average the gradients of several batches.

When it is right: the gradients are too noisy and a larger batch does not fit the device.

When it is wrong: the device has room: a larger batch is faster. Batch normalisation still sees the small batches.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = "model.compile(optimizer=keras.optimizers.AdamW(gradient_accumulation_steps={to}), loss=model.loss)"

EXAMPLE = """\
for number, (inputs, targets) in enumerate(loader, start=1):
    loss = criterion(model(inputs), targets) / {to}
    loss.backward()
    if number % {to} == 0:
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)"""


@fix(area="optimizer", judged_by="val-metric")
def accumulate_gradients(
    run: Run,
    *,
    times: int = 4,  # halves the noise
) -> Change:
    present = int(run.count("accumulation") or 1)
    to = present * times
    example = (KERAS if run.is_keras else EXAMPLE).format(to=to)
    return Change(title=f"average the gradients of {to} batches for one step", from_=present, to=to, example=example)
