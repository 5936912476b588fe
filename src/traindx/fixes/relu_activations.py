"""Use ReLU in the hidden layers.

When it is right: hidden sigmoid or tanh units sit at their bounds and the gradient shrinks from layer to layer.

When it is wrong: the unit is a gate or the output, where the bound is meant.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
for module in list(model.modules()):
    for child, layer in module.named_children():
        if isinstance(layer, (torch.nn.Sigmoid, torch.nn.Tanh)):
            setattr(module, child, torch.nn.ReLU())"""

KERAS = 'layer = keras.layers.Dense(256, activation="relu", kernel_initializer="he_normal")'


@fix(area="model", judged_by="val-metric", safety="changes-results")
def relu_activations(run: Run) -> Change:
    return Change(
        title="use ReLU in place of sigmoid or tanh in the hidden layers",
        example=KERAS if run.is_keras else EXAMPLE,
    )
