"""Raise the peak learning rate."""

import pytest

from traindx.fixes.raise_learning_rate import raise_learning_rate


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"lr": 1e-5}, 1e-5, 1e-4),
        ({"rate": [0.0, 0.0]}, 0.0, 1e-3),
        ({}, None, None),
    ],
)
def test_from_and_to(run, given, before, after):
    change = raise_learning_rate(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "*= 10"),
        ({"framework": "keras"}, "learning_rate * 10"),
    ],
)
def test_its_example(run, given, words):
    assert words in raise_learning_rate(run(**given)).example
