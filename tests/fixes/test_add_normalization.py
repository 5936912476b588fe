"""Normalise between the layers."""

import pytest

from traindx.fixes.add_normalization import add_normalization


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "LayerNorm"),
        ({"framework": "keras"}, "LayerNormalization"),
    ],
)
def test_its_example(run, given, words):
    assert words in add_normalization(run(**given)).example
