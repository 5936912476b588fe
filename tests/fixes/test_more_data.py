"""Get more data."""

import pytest

from traindx.fixes.more_data import more_data


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"samples": 5000}, 5000, 10000),
        ({}, None, None),
    ],
)
def test_from_and_to(run, given, before, after):
    change = more_data(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "ConcatDataset"),
        ({"framework": "keras"}, "concatenate"),
    ],
)
def test_its_example(run, given, words):
    assert words in more_data(run(**given)).example
