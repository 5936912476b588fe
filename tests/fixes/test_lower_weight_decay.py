"""Pull the weights less towards zero."""

import pytest

from traindx.fixes.lower_weight_decay import lower_weight_decay


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"weight_decay": 0.1}, 0.1, 0.01),
        ({}, None, 0.0),
    ],
)
def test_from_and_to(run, given, before, after):
    change = lower_weight_decay(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "weight_decay"),
        ({"framework": "keras"}, "weight_decay=0"),
    ],
)
def test_its_example(run, given, words):
    assert words in lower_weight_decay(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"weight_decay": 0},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert lower_weight_decay(run(**given)) is None
