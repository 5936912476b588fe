"""Load the data with more workers."""

import pytest

from traindx.fixes.more_workers import more_workers


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "num_workers"),
        ({"framework": "keras"}, "prefetch"),
    ],
)
def test_its_example(run, given, words):
    assert words in more_workers(run(**given)).example
