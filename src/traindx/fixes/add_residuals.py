"""Add skip connections.

When it is right: the network has more than about ten layers and learns worse than one of half the depth.

When it is wrong: the network is shallow: skips change little there.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
class Residual(torch.nn.Module):
    def __init__(self, block):
        super().__init__()
        self.block = block

    def forward(self, x):
        return x + self.block(x)"""

KERAS = """\
inputs = keras.Input((256,))
outputs = keras.layers.add([inputs, keras.layers.Dense(256, activation="relu")(inputs)])"""


@fix(area="model", judged_by="val-metric")
def add_residuals(run: Run) -> Change:
    return Change(title="let each block add to its input", example=KERAS if run.is_keras else EXAMPLE)
