"""Add skip connections."""

import pytest

from traindx.fixes.add_residuals import add_residuals


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "x + self.block(x)"),
        ({"framework": "keras"}, "keras.layers.add"),
    ],
)
def test_its_example(run, given, words):
    assert words in add_residuals(run(**given)).example
