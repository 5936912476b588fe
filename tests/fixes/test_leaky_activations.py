"""Use activations that never go silent."""

import pytest

from traindx.fixes.leaky_activations import leaky_activations


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "LeakyReLU"),
        ({"framework": "keras"}, "LeakyReLU"),
    ],
)
def test_its_example(run, given, words):
    assert words in leaky_activations(run(**given)).example
