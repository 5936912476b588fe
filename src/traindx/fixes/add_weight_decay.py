"""Pull the weights towards zero.

When it is right: the training loss goes on falling while the validation loss rises.

When it is wrong: training is poor as well. With plain Adam the decay is not what it seems: use AdamW.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = "model.compile(optimizer=keras.optimizers.AdamW(weight_decay={to:g}), loss=model.loss)"

EXAMPLE = "optimizer = torch.optim.{name}(model.parameters(), lr={rate:g}, weight_decay={to:g})"


@fix(area="regularization", judged_by="val-metric")
def add_weight_decay(
    run: Run,
    *,
    first: float = 0.01,  # what AdamW begins with
    first_sgd: float = 5e-4,  # usual with gradient descent, whose rates are higher
    most: float = 0.1,
) -> Change | None:
    sgd = "sgd" in str(run.settings.get("optimizer", "")).lower()
    present = run.count("weight_decay") or 0.0
    highest = most / 10 if sgd else most
    if present >= highest:
        return None
    to = min(float(f"{present * 10:.1g}"), highest) if present else (first_sgd if sgd else first)
    name, rate = ("SGD", 0.1) if sgd else ("AdamW", 1e-3)
    example = (KERAS if run.is_keras else EXAMPLE).format(name=name, to=to, rate=run.peak_rate or rate)
    return Change(title=f"raise the weight decay from {present:g} to {to:g}", from_=present, to=to, example=example)
