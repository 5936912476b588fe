"""Lower the learning rate whenever the validation loss stands still.

When it is right: the loss reaches a noisy level at a constant rate, and how long the run will be is not known in
advance.

When it is wrong: the loss stands at chance, or the rate is gone: a lower rate then moves even less.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = """\
patient = keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor={factor:g}, patience={patience})
model.fit(x, y, validation_data=(x_val, y_val), callbacks=[patient])"""

EXAMPLE = """\
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor={factor:g}, patience={patience})
for epoch in range(epochs):
    train_one_epoch()
    scheduler.step(evaluate())"""


@fix(area="schedule", judged_by="val-metric")
def reduce_lr_on_plateau(
    run: Run,
    *,
    factor: float = 0.1,
    share: float = 0.1,  # patience as a share of the evaluations seen so far
    least: int = 3,
) -> Change | None:
    peak = run.peak_rate
    if peak is not None and peak <= 0:
        return None
    seen = run.series.get("val/loss")
    patience = max(least, round(share * len(seen))) if seen is not None else 10
    example = (KERAS if run.is_keras else EXAMPLE).format(factor=factor, patience=patience)
    title = f"lower the rate whenever {patience} evaluations bring nothing"
    if peak is None:
        return Change(title=title, example=example)
    lower = float(f"{peak * factor:.2g}")
    return Change(title=f"{title}, first from {peak:g} to {lower:g}", from_=peak, to=lower, example=example)
