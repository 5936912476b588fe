"""Use a larger batch.

When it is right: loss and gradient norm shake evenly and do not settle, and averaging several batches calms them.

When it is wrong: a lower rate calms them as well: that costs nothing. A larger batch makes fewer steps per epoch.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = "model.fit(x, y, batch_size={to})"

EXAMPLE = "loader = torch.utils.data.DataLoader(dataset, batch_size={to}, shuffle=True)"


@fix(area="optimizer", judged_by="val-metric")
def larger_batch(
    run: Run,
    *,
    times: int = 4,  # halves the noise
) -> Change | None:
    present = run.count("batch_size")
    samples = run.count("samples")
    if present is not None and samples is not None and present * times > samples:
        return None
    to = None if present is None else int(present * times)
    title = f"use a batch {times} times as large" if to is None else f"raise the batch from {present:g} to {to}"
    example = (KERAS if run.is_keras else EXAMPLE).format(to=to or 128)
    return Change(title=title, from_=None if present is None else int(present), to=to, example=example)
