"""Use AdamW.

When it is right: weight decay is handed to plain Adam, which divides it away where gradients are large; or plain
gradient descent is slow because layers need very different rates.

When it is wrong: the loss is flat or diverges: another optimizer is rarely the cure, look at rate and gradients
first.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = """\
optimizer = keras.optimizers.AdamW(learning_rate={rate:g}, weight_decay={decay:g})
model.compile(optimizer=optimizer, loss=model.loss)"""

EXAMPLE = "optimizer = torch.optim.AdamW(model.parameters(), lr={rate:g}, weight_decay={decay:g})"


@fix(area="optimizer", judged_by="val-metric")
def use_adamw(run: Run) -> Change | None:
    present = run.settings.get("optimizer")
    name = str(present or "").lower()
    if "adamw" in name:
        return None
    # A rate of plain gradient descent is far too high for Adam.
    rate = (run.peak_rate or 1e-3) if "adam" in name else 1e-3
    example = (KERAS if run.is_keras else EXAMPLE).format(rate=rate, decay=run.count("weight_decay") or 0.01)
    title = "use AdamW" if present is None else f"use AdamW in place of {present}"
    return Change(title=title, from_=present, to="AdamW", example=example)
