"""Keep the arithmetic away from its poles."""

import pytest

from traindx.fixes.add_epsilon import add_epsilon


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "clamp_min"),
        ({"framework": "keras"}, "keras.ops.maximum"),
    ],
)
def test_its_example(run, given, words):
    assert words in add_epsilon(run(**given)).example
