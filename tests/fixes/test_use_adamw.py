"""Use AdamW."""

import pytest

from traindx.fixes.use_adamw import use_adamw


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"optimizer": "SGD", "lr": 0.1}, "SGD", "AdamW"),
        ({"optimizer": "Adam", "lr": 3e-4}, "Adam", "AdamW"),
        ({}, None, "AdamW"),
    ],
)
def test_from_and_to(run, given, before, after):
    change = use_adamw(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"optimizer": "SGD", "lr": 0.1}, "lr=0.001"),
        ({"optimizer": "Adam", "lr": 3e-4}, "lr=0.0003"),
        ({"framework": "keras"}, "keras.optimizers.AdamW"),
    ],
)
def test_its_example(run, given, words):
    assert words in use_adamw(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"optimizer": "adamw_torch"},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert use_adamw(run(**given)) is None
