"""Show the samples in more ways."""

import pytest

from traindx.fixes.augment_data import augment_data


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "RandomCrop"),
        ({"framework": "keras"}, "RandomFlip"),
    ],
)
def test_its_example(run, given, words):
    assert words in augment_data(run(**given)).example
