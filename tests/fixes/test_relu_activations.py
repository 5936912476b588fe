"""Use ReLU in the hidden layers."""

import pytest

from traindx.fixes.relu_activations import relu_activations


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "torch.nn.ReLU()"),
        ({"framework": "keras"}, "relu"),
    ],
)
def test_its_example(run, given, words):
    assert words in relu_activations(run(**given)).example
