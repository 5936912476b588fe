"""Give all ranks the same weights."""

import pytest

from traindx.fixes.broadcast_parameters import broadcast_parameters


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "broadcast"),
        ({"framework": "keras"}, "scope"),
    ],
)
def test_its_example(run, given, words):
    assert words in broadcast_parameters(run(**given)).example
