"""Pull the weights towards zero."""

import pytest

from traindx.fixes.add_weight_decay import add_weight_decay


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({}, 0.0, 0.01),
        ({"weight_decay": 1e-4, "optimizer": "SGD"}, 1e-4, 1e-3),
        ({"weight_decay": 0.05}, 0.05, 0.1),
    ],
)
def test_from_and_to(run, given, before, after):
    change = add_weight_decay(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"optimizer": "sgd", "lr": 0.2}, "SGD(model.parameters(), lr=0.2, weight_decay=0.0005)"),
        ({"framework": "keras"}, "keras.optimizers.AdamW"),
    ],
)
def test_its_example(run, given, words):
    assert words in add_weight_decay(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"weight_decay": 0.1},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert add_weight_decay(run(**given)) is None
