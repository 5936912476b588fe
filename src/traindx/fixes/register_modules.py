"""Keep layers in a ModuleList or ModuleDict.

When it is right: layers that the model calls stand in a plain list or dict, or parameters are plain tensors.

When it is wrong: the second model is meant to be no part of this one, as a frozen teacher is.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
self.blocks = torch.nn.ModuleList([Block() for _ in range(6)])  # not a plain list
self.scale = torch.nn.Parameter(torch.ones(1))  # not torch.ones(1, requires_grad=True)"""

KERAS = """\
self.blocks = [Block() for _ in range(6)]  # as an attribute of the model, made in __init__
self.scale = self.add_weight(shape=(1,), initializer="ones")"""


@fix(area="model", judged_by="val-metric", safety="changes-results")
def register_modules(run: Run) -> Change:
    return Change(
        title="keep layers in a ModuleList or ModuleDict",
        example=KERAS if run.is_keras else EXAMPLE,
    )
