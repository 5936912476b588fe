"""Give gradient descent a momentum.

When it is right: plain gradient descent is slow, shakes across a valley, or rests on a saddle.

When it is wrong: the optimizer is of the Adam family, which has one; or the loss swings as a slow wave, which is too
much of it.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = """\
optimizer = keras.optimizers.SGD(learning_rate={rate:g}, momentum={momentum:g})
model.compile(optimizer=optimizer, loss=model.loss)"""

EXAMPLE = "optimizer = torch.optim.SGD(model.parameters(), lr={rate:g}, momentum={momentum:g})"


@fix(area="optimizer", judged_by="val-metric")
def add_momentum(
    run: Run,
    *,
    momentum: float = 0.9,
) -> Change | None:
    name = str(run.settings.get("optimizer", "sgd")).lower()
    present = run.number("momentum")
    if "sgd" not in name or (present is not None and present >= momentum):
        return None
    example = (KERAS if run.is_keras else EXAMPLE).format(rate=run.peak_rate or 0.01, momentum=momentum)
    title = f"give gradient descent a momentum of {momentum:g}"
    return Change(title=title, from_=present, to=momentum, example=example)
