"""Average several models."""

import pytest

from traindx.fixes.ensemble import ensemble


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({}, 1, 5),
        ({"framework": "keras"}, 1, 5),
    ],
)
def test_from_and_to(run, given, before, after):
    change = ensemble(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "softmax"),
        ({"framework": "keras"}, "predict"),
    ],
)
def test_its_example(run, given, words):
    assert words in ensemble(run(**given)).example
