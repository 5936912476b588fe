"""Prepare validation data as training data are prepared.

When it is right: training samples do badly when they are sent through the validation pipeline.

When it is wrong: they do well there: then the data themselves differ.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
prepare = torchvision.transforms.Normalize(mean=mean, std=std)
train_set.transform = torchvision.transforms.Compose([augment, prepare])
val_set.transform = prepare"""

KERAS = """\
prepare = keras.layers.Normalization()
prepare.adapt(x_train)
x_train, x_val = prepare(x_train), prepare(x_val)"""


@fix(area="data", judged_by="val-metric", safety="changes-results")
def same_preprocessing(run: Run) -> Change:
    return Change(
        title="use one and the same transformation for training and validation",
        example=KERAS if run.is_keras else EXAMPLE,
    )
