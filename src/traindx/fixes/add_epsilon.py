"""Keep the arithmetic away from its poles.

When it is right: a NaN appears out of a calm run, at any rate.

When it is wrong: the loss or the gradient climbs before: then steps are too large.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
loss = -torch.log(probability.clamp_min(1e-8)).mean()
length = torch.sqrt((x * x).sum(dim=-1) + 1e-8)
ratio = numerator / denominator.clamp_min(1e-8)
value = torch.where(x > 0, torch.log(torch.where(x > 0, x, 1.0)), 0.0)  # guard inside the branch, not around it"""

KERAS = """\
loss = -keras.ops.mean(keras.ops.log(keras.ops.maximum(probability, 1e-8)))
length = keras.ops.sqrt(keras.ops.sum(x * x, axis=-1) + 1e-8)"""


@fix(area="precision", judged_by="symptom", safety="changes-results")
def add_epsilon(run: Run) -> Change:
    return Change(
        title="keep logarithms, roots and divisions away from zero",
        example=KERAS if run.is_keras else EXAMPLE,
    )
