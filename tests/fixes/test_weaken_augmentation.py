"""Augment less."""

import pytest

from traindx.fixes.weaken_augmentation import weaken_augmentation


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "RandomCrop"),
        ({"framework": "keras"}, "RandomTranslation"),
    ],
)
def test_its_example(run, given, words):
    assert words in weaken_augmentation(run(**given)).example
