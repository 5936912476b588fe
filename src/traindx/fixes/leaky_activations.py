"""Use activations that never go silent.

When it is right: many ReLU units answer zero to every sample: with a small slope below zero they get a gradient and
come back.

When it is wrong: only half of the entries are zero, which is how ReLU works.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
for name, module in model.named_modules():
    for child, layer in module.named_children():
        if isinstance(layer, torch.nn.ReLU):
            setattr(module, child, torch.nn.LeakyReLU(negative_slope=0.01))"""

KERAS = "layer = keras.layers.Dense(256, activation=keras.layers.LeakyReLU(negative_slope=0.01))"


@fix(area="model", judged_by="val-metric", safety="changes-results")
def leaky_activations(run: Run) -> Change:
    return Change(title="use LeakyReLU, PReLU or ELU in place of ReLU", example=KERAS if run.is_keras else EXAMPLE)
