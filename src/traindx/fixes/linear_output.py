"""Let the last layer end without an activation.

When it is right: the loss takes logits, or the targets may have any value, and an activation stands behind the last
layer.

When it is wrong: the loss takes probabilities, or the targets are bounded by nature as pixels between 0 and 1 are.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
class Head(torch.nn.Module):
    def forward(self, features):
        return self.last(features)  # no relu, tanh or sigmoid behind it"""

KERAS = """\
outputs = keras.layers.Dense(10)(features)  # activation=None
model = keras.Model(inputs, outputs)"""


@fix(area="model", judged_by="symptom", safety="changes-results")
def linear_output(run: Run) -> Change:
    return Change(
        title="let the last layer end without an activation",
        example=KERAS if run.is_keras else EXAMPLE,
    )
