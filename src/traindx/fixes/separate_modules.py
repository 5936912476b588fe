"""Make each layer anew.

When it is right: several places of a list hold one module that should be several.

When it is wrong: the weights are shared on purpose.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
layers = torch.nn.ModuleList([torch.nn.Linear(64, 64) for _ in range(6)])  # not [layer] * 6"""

KERAS = """\
layers = [keras.layers.Dense(64) for _ in range(6)]  # not [layer] * 6"""


@fix(area="model", judged_by="val-metric", safety="changes-results")
def separate_modules(run: Run) -> Change:
    return Change(
        title="make each layer anew",
        example=KERAS if run.is_keras else EXAMPLE,
    )
