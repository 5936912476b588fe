"""Normalise between the layers.

When it is right: signal or gradient grow or shrink over depth, or the network is sensitive to the scale of inputs and
weights.

When it is wrong: batches hold fewer than about sixteen samples: batch statistics are then noise, use group or layer
norm.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
block = torch.nn.Sequential(
    torch.nn.Linear(256, 256),
    torch.nn.LayerNorm(256),  # BatchNorm2d behind a convolution
    torch.nn.ReLU(),
)"""

KERAS = "block = keras.Sequential([keras.layers.Dense(256), keras.layers.LayerNormalization(), keras.layers.ReLU()])"


@fix(area="model", judged_by="val-metric")
def add_normalization(run: Run) -> Change:
    return Change(title="put a norm behind each layer", example=KERAS if run.is_keras else EXAMPLE)
