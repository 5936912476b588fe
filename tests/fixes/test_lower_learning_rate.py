"""Lower the peak learning rate."""

import pytest

from traindx.fixes.lower_learning_rate import lower_learning_rate


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"lr": 3e-4}, 3e-4, 1e-4),
        ({"rate": [0.01, 0.1, 0.05], "lr": "auto"}, 0.1, 0.03),
        ({}, None, None),
    ],
)
def test_from_and_to(run, given, before, after):
    change = lower_learning_rate(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "/= 3"),
        ({"framework": "keras", "lr": 0.1}, "learning_rate = 0.03"),
    ],
)
def test_its_example(run, given, words):
    assert words in lower_learning_rate(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"lr": 0.0},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert lower_learning_rate(run(**given)) is None
