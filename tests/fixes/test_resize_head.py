"""Give the last layer one output per class."""

import pytest

from traindx.fixes.resize_head import resize_head


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"classes": 10}, None, 10),
        ({}, None, None),
    ],
)
def test_from_and_to(run, given, before, after):
    change = resize_head(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"classes": 10}, "Linear(in_features, 10)"),
        ({"framework": "keras"}, "y_train.max()"),
    ],
)
def test_its_example(run, given, words):
    assert words in resize_head(run(**given)).example
