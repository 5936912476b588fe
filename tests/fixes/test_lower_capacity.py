"""Make the model smaller."""

import pytest

from traindx.fixes.lower_capacity import lower_capacity


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"parameters": 1000}, 1000, 500),
        ({}, None, None),
    ],
)
def test_from_and_to(run, given, before, after):
    change = lower_capacity(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "torch.nn"),
        ({"framework": "keras"}, "keras"),
    ],
)
def test_its_example(run, given, words):
    assert words in lower_capacity(run(**given)).example
