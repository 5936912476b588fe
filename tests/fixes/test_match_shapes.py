"""Give outputs and targets the same shape."""

import pytest

from traindx.fixes.match_shapes import match_shapes


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "outputs.shape != targets.shape"),
        ({"framework": "keras"}, "reshape"),
    ],
)
def test_its_example(run, given, words):
    assert words in match_shapes(run(**given)).example
