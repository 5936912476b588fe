"""Show the samples in more ways.

When it is right: the model learns few samples by heart, and there are changes that leave the label true.

When it is wrong: the changes destroy what the label means, as a flip does to a digit.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = """\
transform = torchvision.transforms.Compose(
    [torchvision.transforms.RandomCrop(32, padding=4), torchvision.transforms.RandomHorizontalFlip()]
)"""

KERAS = 'augment = keras.Sequential([keras.layers.RandomFlip("horizontal"), keras.layers.RandomRotation(0.05)])'


@fix(area="data", judged_by="val-metric")
def augment_data(run: Run) -> Change:
    return Change(
        title="augment the training samples in ways that keep their meaning",
        example=KERAS if run.is_keras else EXAMPLE,
    )
