"""Initialise the recurrent weights as a rotation."""

import pytest

from traindx.fixes.orthogonal_initialization import orthogonal_initialization


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "orthogonal_"),
        ({"framework": "keras"}, "orthogonal"),
    ],
)
def test_its_example(run, given, words):
    assert words in orthogonal_initialization(run(**given)).example
