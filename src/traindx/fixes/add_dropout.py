"""Switch off units at random while training.

When it is right: the training loss goes on falling while the validation loss rises.

When it is wrong: training is poor as well: dropout makes that worse. Convolutions with batch norm rarely profit.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

KERAS = "block = keras.Sequential([keras.layers.Dense(256, activation='relu'), keras.layers.Dropout({to:g})])"

EXAMPLE = "block = torch.nn.Sequential(torch.nn.Linear(256, 256), torch.nn.ReLU(), torch.nn.Dropout(p={to:g}))"


@fix(area="regularization", judged_by="val-metric")
def add_dropout(
    run: Run,
    *,
    first: float = 0.3,
    most: float = 0.5,
) -> Change | None:
    present = run.count("dropout") or 0.0
    if present >= most:
        return None
    to = min(most, round(present + 0.2, 2)) if present else first
    example = (KERAS if run.is_keras else EXAMPLE).format(to=to)
    return Change(title=f"raise dropout from {present:g} to {to:g}", from_=present, to=to, example=example)
