"""Switch off fewer units.

When it is right: the training loss lies above the validation loss all the time and both are poor.

When it is wrong: the validation loss rises while training falls: then dropout is what holds it.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = """\
for layer in model.layers:
    if isinstance(layer, keras.layers.Dropout):
        layer.rate = {to}
model.compile(optimizer=model.optimizer, loss=model.loss)"""

EXAMPLE = """\
for module in model.modules():
    if isinstance(module, torch.nn.Dropout):
        module.p = {to}"""


@fix(area="regularization", judged_by="val-metric")
def lower_dropout(
    run: Run,
    *,
    factor: float = 2.0,
) -> Change | None:
    present = run.number("dropout")
    if present is not None and present <= 0:
        return None
    to = None if present is None else round(present / factor, 3)
    title = "halve the dropout" if to is None else f"lower dropout from {present:g} to {to:g}"
    here = "layer.rate" if run.is_keras else "module.p"
    example = (KERAS if run.is_keras else EXAMPLE).format(to=f"{here} / {factor:g}" if to is None else f"{to:g}")
    return Change(title=title, from_=present, to=to, example=example)
