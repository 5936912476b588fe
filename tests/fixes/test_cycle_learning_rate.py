"""Let the learning rate go up and down."""

import pytest

from traindx.fixes.cycle_learning_rate import cycle_learning_rate


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"lr": 3e-4}, 3e-4, [1e-4, 9e-4]),
        ({"rate": [0.01, 0.03]}, 0.03, [0.01, 0.09]),
        ({}, None, None),
    ],
)
def test_from_and_to(run, given, before, after):
    change = cycle_learning_rate(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "CyclicLR"),
        ({"framework": "keras"}, "on_train_batch_begin"),
    ],
)
def test_its_example(run, given, words):
    assert words in cycle_learning_rate(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"lr": 0.0},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert cycle_learning_rate(run(**given)) is None
