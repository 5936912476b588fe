"""Switch off fewer units."""

import pytest

from traindx.fixes.lower_dropout import lower_dropout


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"dropout": 0.5}, 0.5, 0.25),
        ({}, None, None),
    ],
)
def test_from_and_to(run, given, before, after):
    change = lower_dropout(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"dropout": 0.5}, "module.p = 0.25"),
        ({"framework": "keras"}, "layer.rate / 2"),
    ],
)
def test_its_example(run, given, words):
    assert words in lower_dropout(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"dropout": 0.0},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert lower_dropout(run(**given)) is None
