"""Make the model larger.

When it is right: training and validation loss are close together, both poor and both flat, at a rate that is not
gone, with little regularization.

When it is wrong: a tenfold rate or a run without regularization was not tried yet: they cost less. The loss is flat
from the start: it is not the size.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = 'model = keras.Sequential([keras.layers.Dense(512, activation="relu"), keras.layers.Dense(10)])'

EXAMPLE = "model = torch.nn.Sequential(torch.nn.Linear(64, 512), torch.nn.ReLU(), torch.nn.Linear(512, 10))"


@fix(area="model", judged_by="val-metric")
def raise_capacity(
    run: Run,
    *,
    times: float = 2.0,
) -> Change:
    present = run.count("parameters")
    example = KERAS if run.is_keras else EXAMPLE
    if present is None:
        return Change(title="make the model wider or deeper", example=example)
    to = int(present * times)
    title = f"make the model wider or deeper: from {present:,.0f} to about {to:,} parameters"
    return Change(title=title, from_=int(present), to=to, example=example)
