"""Initialise the recurrent weights as a rotation.

When it is right: a recurrent or very deep linear path loses or blows up its signal: a rotation keeps its length.

When it is wrong: every layer is followed by a norm, or the weights are pretrained.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
for name, parameter in model.named_parameters():
    if "weight_hh" in name:
        torch.nn.init.orthogonal_(parameter)"""

KERAS = 'layer = keras.layers.LSTM(256, recurrent_initializer="orthogonal")'


@fix(area="model", judged_by="val-metric", safety="changes-results")
def orthogonal_initialization(run: Run) -> Change:
    return Change(title="draw recurrent weights as an orthogonal matrix", example=KERAS if run.is_keras else EXAMPLE)
