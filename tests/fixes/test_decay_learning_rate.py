"""Let the learning rate fall towards the end."""

import pytest

from traindx.fixes.decay_learning_rate import decay_learning_rate


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"rate": [0.1, 0.1, 0.1]}, 0.1, 0.001),
        ({"lr": 3e-4, "steps_total": 500}, 3e-4, 3e-6),
        ({}, None, None),
    ],
)
def test_from_and_to(run, given, before, after):
    change = decay_learning_rate(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"steps_total": 500}, "T_max=500"),
        ({"framework": "keras"}, "CosineDecay"),
    ],
)
def test_its_example(run, given, words):
    assert words in decay_learning_rate(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"rate": [0.1, 0.05, 0.001]},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert decay_learning_rate(run(**given)) is None
