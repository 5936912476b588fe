"""Initialise the weights for ReLU."""

import pytest

from traindx.fixes.he_initialization import he_initialization


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "kaiming_normal_"),
        ({"framework": "keras"}, "he_normal"),
    ],
)
def test_its_example(run, given, words):
    assert words in he_initialization(run(**given)).example
