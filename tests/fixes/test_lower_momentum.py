"""Lower the momentum."""

import pytest

from traindx.fixes.lower_momentum import lower_momentum


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"momentum": 0.99}, 0.99, 0.9),
        ({}, None, 0.9),
    ],
)
def test_from_and_to(run, given, before, after):
    change = lower_momentum(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "keras"}, "beta_1"),
        ({"framework": "torch"}, "betas"),
    ],
)
def test_its_example(run, given, words):
    assert words in lower_momentum(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"momentum": 0.9},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert lower_momentum(run(**given)) is None
