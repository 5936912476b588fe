"""Shuffle the data."""

import pytest

from traindx.fixes.shuffle_data import shuffle_data


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "shuffle=True"),
        ({"framework": "keras"}, "shuffle=True"),
    ],
)
def test_its_example(run, given, words):
    assert words in shuffle_data(run(**given)).example
