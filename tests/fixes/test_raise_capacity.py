"""Make the model larger."""

import pytest

from traindx.fixes.raise_capacity import raise_capacity


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"parameters": 1000}, 1000, 2000),
        ({}, None, None),
    ],
)
def test_from_and_to(run, given, before, after):
    change = raise_capacity(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "torch.nn"),
        ({"framework": "keras"}, "keras"),
    ],
)
def test_its_example(run, given, words):
    assert words in raise_capacity(run(**given)).example
