"""Train longer."""

import pytest

from traindx.fixes.train_longer import train_longer


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"epochs": 10}, 10, 20),
        ({"loss": [1.0] * 50, "every": 10}, 500, 1000),
        ({}, None, None),
    ],
)
def test_from_and_to(run, given, before, after):
    change = train_longer(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"epochs": 10}, "range(20)"),
        ({"framework": "keras"}, "model.fit"),
    ],
)
def test_its_example(run, given, words):
    assert words in train_longer(run(**given)).example
