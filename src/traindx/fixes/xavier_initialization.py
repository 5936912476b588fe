"""Initialise the weights for tanh and sigmoid.

When it is right: the network uses tanh or sigmoid, and its units sit at their bounds from the start, or all weights
begin alike.

When it is wrong: the units are ReLU: then the variance is too small by half.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
for module in model.modules():
    if isinstance(module, torch.nn.Linear):
        torch.nn.init.xavier_uniform_(module.weight)
        torch.nn.init.zeros_(module.bias)"""

KERAS = 'layer = keras.layers.Dense(256, activation="tanh", kernel_initializer="glorot_uniform")'


@fix(area="model", judged_by="val-metric", safety="changes-results")
def xavier_initialization(run: Run) -> Change:
    return Change(
        title="draw the weights with a variance of 2 over inputs plus outputs",
        example=KERAS if run.is_keras else EXAMPLE,
    )
