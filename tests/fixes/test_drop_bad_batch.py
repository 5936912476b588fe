"""Refuse samples that are not numbers."""

import pytest

from traindx.fixes.drop_bad_batch import drop_bad_batch


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "isfinite"),
        ({"framework": "keras"}, "isfinite"),
    ],
)
def test_its_example(run, given, words):
    assert words in drop_bad_batch(run(**given)).example
