"""Prepare validation data as training data are prepared."""

import pytest

from traindx.fixes.same_preprocessing import same_preprocessing


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "val_set.transform = prepare"),
        ({"framework": "keras"}, "prepare(x_val)"),
    ],
)
def test_its_example(run, given, words):
    assert words in same_preprocessing(run(**given)).example
