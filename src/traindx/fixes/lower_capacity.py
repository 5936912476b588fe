"""Make the model smaller.

When it is right: the model has many times more parameters than there are samples, and regularization and more data
are used up.

When it is wrong: the model is pretrained, or large and well regularized: larger models often generalise better.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = 'model = keras.Sequential([keras.layers.Dense(128, activation="relu"), keras.layers.Dense(10)])'

EXAMPLE = "model = torch.nn.Sequential(torch.nn.Linear(64, 128), torch.nn.ReLU(), torch.nn.Linear(128, 10))"


@fix(area="model", judged_by="val-metric")
def lower_capacity(
    run: Run,
    *,
    times: float = 2.0,
) -> Change:
    present = run.count("parameters")
    example = KERAS if run.is_keras else EXAMPLE
    if present is None:
        return Change(title="make the model narrower or shallower", example=example)
    to = int(present / times)
    title = f"make the model narrower or shallower: from {present:,.0f} to about {to:,} parameters"
    return Change(title=title, from_=int(present), to=to, example=example)
