"""Clip every entry of the gradient.

When it is right: single entries, as of a rare embedding or an output unit, are huge while the norm of the rest is
usual.

When it is wrong: the whole gradient is long: clipping entries turns it into another direction, clipping the norm
keeps it.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = """\
optimizer = keras.optimizers.AdamW(learning_rate=1e-3, clipvalue={limit:g})
model.compile(optimizer=optimizer, loss=model.loss)"""

EXAMPLE = """\
loss.backward()
torch.nn.utils.clip_grad_value_(model.parameters(), clip_value={limit:g})
optimizer.step()"""


@fix(area="gradients", judged_by="val-metric")
def clip_gradient_values(
    run: Run,
    *,
    limit: float = 0.5,
) -> Change:
    example = (KERAS if run.is_keras else EXAMPLE).format(limit=limit)
    return Change(title=f"clip every entry of the gradient at {limit:g}", to=limit, example=example)
