"""Drop the inputs that give the answer away."""

import pytest

from traindx.fixes.drop_leaking_features import drop_leaking_features


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "corrcoef"),
        ({"framework": "keras"}, "corrcoef"),
    ],
)
def test_its_example(run, given, words):
    assert words in drop_leaking_features(run(**given)).example
