"""Augment less.

When it is right: the training loss has a high floor and drops at once without augmentation.

When it is wrong: the validation loss rises while training falls.
"""

from __future__ import annotations

from traindx.schema import Change, Run, fix

EXAMPLE = (
    "transform = torchvision.transforms.RandomCrop(32, padding=2)  # no flips, no colour, until each has been looked at"
)

KERAS = "augment = keras.Sequential([keras.layers.RandomTranslation(0.05, 0.05)])"


@fix(area="data", judged_by="val-metric")
def weaken_augmentation(run: Run) -> Change:
    return Change(
        title="keep only augmentations after which you can still tell the label",
        example=KERAS if run.is_keras else EXAMPLE,
    )
