"""Give gradient descent a momentum."""

import pytest

from traindx.fixes.add_momentum import add_momentum


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"optimizer": "SGD", "momentum": 0.0}, 0.0, 0.9),
        ({}, None, 0.9),
    ],
)
def test_from_and_to(run, given, before, after):
    change = add_momentum(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "momentum=0.9"),
        ({"framework": "keras"}, "keras.optimizers.SGD"),
    ],
)
def test_its_example(run, given, words):
    assert words in add_momentum(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"optimizer": "AdamW"},
        {"optimizer": "SGD", "momentum": 0.9},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert add_momentum(run(**given)) is None
