"""Initialise the weights for tanh and sigmoid."""

import pytest

from traindx.fixes.xavier_initialization import xavier_initialization


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "xavier_uniform_"),
        ({"framework": "keras"}, "glorot_uniform"),
    ],
)
def test_its_example(run, given, words):
    assert words in xavier_initialization(run(**given)).example
