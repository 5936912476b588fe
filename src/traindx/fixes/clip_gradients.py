"""Clip the norm of the gradient.

When it is right: the gradient norm is calm between rare jumps, and the loss jumps with it; recurrent networks nearly
always need it.

When it is wrong: the norm is large at every step: then clipping is a lower rate in disguise, and the scale of inputs,
loss or weights is at fault.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix
from traindx.signals.robust import finite, median

KERAS = """\
optimizer = keras.optimizers.AdamW(learning_rate=1e-3, global_clipnorm={limit:g})
model.compile(optimizer=optimizer, loss=model.loss)"""

EXAMPLE = """\
loss.backward()
torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm={limit:g})
optimizer.step()"""


@fix(area="gradients", judged_by="val-metric")
def clip_gradients(
    run: Run,
    *,
    times: float = 2.0,  # one to three times the usual norm touches the jumps alone
) -> Change | None:
    norms, present = run.series.get("grad/norm"), run.count("clip")
    usual = 0.0 if norms is None or not len(finite(norms.values)) else median(norms.values)
    limit = float(f"{times * usual:.1g}") if usual > 0 else 1.0
    if present is not None and present <= limit:
        return None
    source = f"{times:g} times its median" if usual > 0 else "a usual value"
    return Change(
        title=f"clip the gradient norm at {limit:g}, {source}",
        from_=present,
        to=limit,
        example=(KERAS if run.is_keras else EXAMPLE).format(limit=limit),
    )
