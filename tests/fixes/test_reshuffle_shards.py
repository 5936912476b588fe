"""Mix the parts of the data."""

import pytest

from traindx.fixes.reshuffle_shards import reshuffle_shards


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "shuffle=True"),
        ({"framework": "keras"}, "shuffle"),
    ],
)
def test_its_example(run, given, words):
    assert words in reshuffle_shards(run(**given)).example
