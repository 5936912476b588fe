"""Begin with a small positive bias."""

import pytest

from traindx.fixes.positive_bias import positive_bias


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "constant_"),
        ({"framework": "keras"}, "Constant(0.01)"),
    ],
)
def test_its_example(run, given, words):
    assert words in positive_bias(run(**given)).example
