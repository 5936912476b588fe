"""Get more data.

When it is right: the gap between training and validation stays whatever the regularization is; or a part of the
labels is wrong.

When it is wrong: training itself is poor: more data make it no easier.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
more = torch.utils.data.ConcatDataset([dataset, further_dataset])
loader = torch.utils.data.DataLoader(more, batch_size=32, shuffle=True)"""

KERAS = "model.fit(numpy.concatenate([x, further_x]), numpy.concatenate([y, further_y]))"


@fix(area="data", judged_by="val-metric")
def more_data(
    run: Run,
    *,
    times: float = 2.0,
) -> Change:
    present = run.count("samples")
    example = KERAS if run.is_keras else EXAMPLE
    if present is None:
        return Change(title="get more samples, or start from a pretrained model", example=example)
    to = int(present * times)
    title = f"get {to:,} samples in place of {present:,.0f}, or start from a pretrained model"
    return Change(title=title, from_=int(present), to=to, example=example)
