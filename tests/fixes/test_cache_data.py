"""Prepare the data once."""

import pytest

from traindx.fixes.cache_data import cache_data


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "decode"),
        ({"framework": "keras"}, "cache()"),
    ],
)
def test_its_example(run, given, words):
    assert words in cache_data(run(**given)).example
