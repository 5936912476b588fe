"""Use a smaller batch.

When it is right: the batch is so large that an epoch makes few steps, and its noise was not what limited the run.

When it is wrong: loss and gradients are noisy already, or normalisation over the batch needs its size.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = "model.fit(x, y, batch_size={to})"

EXAMPLE = "loader = torch.utils.data.DataLoader(dataset, batch_size={to}, shuffle=True)"


@fix(area="optimizer", judged_by="val-metric")
def smaller_batch(
    run: Run,
    *,
    least: int = 16,
) -> Change | None:
    present = run.count("batch_size")
    if present is not None and present // 2 < least:
        return None
    to = None if present is None else int(present // 2)
    title = "use half the batch" if to is None else f"lower the batch from {present:g} to {to}"
    example = (KERAS if run.is_keras else EXAMPLE).format(to=to or 32)
    return Change(title=title, from_=None if present is None else int(present), to=to, example=example)
