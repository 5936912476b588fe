"""Initialise the weights for ReLU.

When it is right: the network uses ReLU or one of its kin, and the signal grows or shrinks from layer to layer, or all
weights begin alike.

When it is wrong: every layer is followed by a norm, or the weights are pretrained.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
for module in model.modules():
    if isinstance(module, (torch.nn.Linear, torch.nn.Conv2d)):
        torch.nn.init.kaiming_normal_(module.weight, nonlinearity="relu")
        if module.bias is not None:
            torch.nn.init.zeros_(module.bias)"""

KERAS = 'layer = keras.layers.Dense(256, activation="relu", kernel_initializer="he_normal")'


@fix(area="model", judged_by="val-metric", safety="changes-results")
def he_initialization(run: Run) -> Change:
    return Change(
        title="draw the weights with a variance of 2 over the number of inputs",
        example=KERAS if run.is_keras else EXAMPLE,
    )
