"""Bound how much a layer can stretch its input.

When it is right: gradients explode through weights whose largest singular value lies far above one, as in adversarial
or recurrent training.

When it is wrong: the network only needs a lower rate or a norm: this bounds what it can express.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = "layer = torch.nn.utils.parametrizations.spectral_norm(torch.nn.Linear(256, 256))"

KERAS = "layer = keras.layers.SpectralNormalization(keras.layers.Dense(256))"


@fix(area="model", judged_by="val-metric")
def spectral_norm(run: Run) -> Change:
    return Change(
        title="bound the largest singular value of the weights by one",
        example=KERAS if run.is_keras else EXAMPLE,
    )
