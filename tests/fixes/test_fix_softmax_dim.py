"""Take the softmax over the classes."""

import pytest

from traindx.fixes.fix_softmax_dim import fix_softmax_dim


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "dim=-1"),
        ({"framework": "keras"}, "axis=-1"),
    ],
)
def test_its_example(run, given, words):
    assert words in fix_softmax_dim(run(**given)).example
