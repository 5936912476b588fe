"""Make the schedule as long as the run."""

import pytest

from traindx.fixes.lengthen_schedule import lengthen_schedule


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"rate": [0.1, 0.05, 0.0, 0.0], "every": 100}, 200, 400),
        ({"loss": [1.0] * 80}, None, 80),
    ],
)
def test_from_and_to(run, given, before, after):
    change = lengthen_schedule(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"loss": [1.0] * 80}, "T_max=80"),
        ({"framework": "keras", "loss": [1.0] * 80}, "decay_steps=80"),
    ],
)
def test_its_example(run, given, words):
    assert words in lengthen_schedule(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"rate": [0.1, 0.1, 0.05]},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert lengthen_schedule(run(**given)) is None
