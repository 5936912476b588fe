"""Let longer gradients through.

When it is right: with plain gradient descent, the logged norm lies above the threshold at nearly every step: then all
steps have the same short length.

When it is wrong: the optimizer is Adam, which divides the length out again; or the threshold is reached by the jumps
alone, which is its purpose.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix
from traindx.signals.robust import finite, median

KERAS = """\
optimizer = keras.optimizers.SGD(learning_rate=0.01, global_clipnorm={limit:g})
model.compile(optimizer=optimizer, loss=model.loss)"""

EXAMPLE = "torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm={limit:g})"


@fix(area="gradients", judged_by="val-metric")
def loosen_clipping(
    run: Run,
    *,
    times: float = 2.0,  # one to three times the usual norm touches the jumps alone
) -> Change | None:
    norms, present = run.series.get("grad/norm"), run.count("clip")
    if norms is None or present is None or not len(finite(norms.values)):
        return None
    usual = median(norms.values)
    limit = float(f"{times * usual:.1g}")
    if present >= usual:
        return None
    return Change(
        title=f"raise the clipping threshold from {present:g} to {limit:g}",
        from_=present,
        to=limit,
        example=(KERAS if run.is_keras else EXAMPLE).format(limit=limit),
    )
