"""Begin with a small positive bias.

When it is right: ReLU units are silent from the start because their bias is negative.

When it is wrong: units die later in the run: then the rate is too high.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
for module in model.modules():
    if isinstance(module, torch.nn.Linear) and module.bias is not None:
        torch.nn.init.constant_(module.bias, 0.01)"""

KERAS = 'layer = keras.layers.Dense(256, activation="relu", bias_initializer=keras.initializers.Constant(0.01))'


@fix(area="model", judged_by="val-metric", safety="changes-results")
def positive_bias(run: Run) -> Change:
    return Change(title="begin with a bias of .01 before each ReLU", example=KERAS if run.is_keras else EXAMPLE)
