"""Give the inputs a mean of zero and a spread of one.

When it is right: inputs reach beyond about ten, or columns differ in size by far, and the first loss is far above
chance.

When it is wrong: the inputs are tokens, or normalised already.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
mean = x_train.mean(dim=0)
spread = x_train.std(dim=0).clamp_min(1e-6)
x_train = (x_train - mean) / spread
x_val = (x_val - mean) / spread  # with the numbers of the training set"""

KERAS = """\
normalization = keras.layers.Normalization()
normalization.adapt(x_train)
model = keras.Sequential([normalization, model])"""


@fix(area="data", judged_by="val-metric", safety="changes-results")
def standardize_inputs(run: Run) -> Change:
    return Change(
        title="standardise the inputs with the mean and spread of the training set",
        example=KERAS if run.is_keras else EXAMPLE,
    )
