"""Try the other family of optimizers.

When it is right: the rate was searched over orders of magnitude with one optimizer and the loss still stands:
gradient descent with momentum may end lower, Adam may start where it is stuck.

When it is wrong: the rate was not searched yet, the loss is flat from the start, or gradients vanish: the optimizer
is rarely the cause.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

SGD = "optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, nesterov=True)"

ADAM = "optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)"

KERAS_SGD = "model.compile(optimizer=keras.optimizers.SGD(0.1, momentum=0.9), loss=model.loss)"

KERAS_ADAM = "model.compile(optimizer=keras.optimizers.AdamW(1e-3), loss=model.loss)"


@fix(area="optimizer", judged_by="val-metric")
def swap_optimizer(run: Run) -> Change | None:
    present = run.settings.get("optimizer")
    if present is None:
        return None
    adam = "adam" in str(present).lower()
    to = "SGD with momentum" if adam else "AdamW"
    example = (KERAS_SGD if adam else KERAS_ADAM) if run.is_keras else (SGD if adam else ADAM)
    return Change(title=f"try {to} in place of {present}", from_=present, to=to, example=example)
