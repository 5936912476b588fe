"""Stop at the best validation loss.

When it is right: the validation loss has passed its best and rises while training falls.

When it is wrong: the validation loss is noisy or falls again later: wait long enough. It cures the waste, not the
lack of data.
"""

from __future__ import annotations

import math

from traindx.schema import Change, Run, fix

KERAS = """\
patient = keras.callbacks.EarlyStopping(monitor="val_loss", patience={patience}, restore_best_weights=True)
model.fit(x, y, validation_data=(x_val, y_val), callbacks=[patient])"""

EXAMPLE = """\
best, waited = float("inf"), 0
for epoch in range(epochs):
    train_one_epoch()
    loss = evaluate()
    if loss < best:
        best, waited = loss, 0
        torch.save(model.state_dict(), "best.pt")
    else:
        waited += 1
        if waited >= {patience}:
            break"""


@fix(area="regularization", judged_by="val-metric")
def stop_early(
    run: Run,
    *,
    share: float = 0.1,  # patience as a share of the evaluations up to the best
    least: int = 3,
) -> Change | None:
    seen = run.series.get("val/loss")
    finite = (
        {}
        if seen is None
        else {
            int(step): float(value) for step, value in zip(seen.steps, seen.values, strict=True) if math.isfinite(value)
        }
    )
    if not finite:
        return None
    best = min(finite, key=lambda step: (finite[step], step))
    last = max(finite)
    if best == last:
        return None
    patience = max(least, round(share * sum(step <= best for step in finite)))
    return Change(
        title=f"stop at {run.unit} {best}, where the validation loss was best, in place of {last}",
        from_=last,
        to=best,
        example=(KERAS if run.is_keras else EXAMPLE).format(patience=patience),
    )
