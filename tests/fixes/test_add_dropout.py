"""Switch off units at random while training."""

import pytest

from traindx.fixes.add_dropout import add_dropout


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({}, 0.0, 0.3),
        ({"dropout": 0.1}, 0.1, 0.3),
        ({"dropout": 0.4}, 0.4, 0.5),
    ],
)
def test_from_and_to(run, given, before, after):
    change = add_dropout(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "Dropout(p=0.3)"),
        ({"framework": "keras"}, "keras.layers.Dropout(0.3)"),
    ],
)
def test_its_example(run, given, words):
    assert words in add_dropout(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"dropout": 0.5},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert add_dropout(run(**given)) is None
