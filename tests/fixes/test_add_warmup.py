"""Let the learning rate rise over the first steps."""

import pytest

from traindx.fixes.add_warmup import add_warmup


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"steps_total": 10_000}, 0, 500),
        ({"steps_total": -1, "loss": [2.0] * 50, "every": 20}, 0, 50),
        ({"loss": [2.0] * 50, "every": 2000}, 0, 2000),
        ({"steps_total": 10_000, "warmup_steps": 100}, 100, 500),
        ({}, None, None),
    ],
)
def test_from_and_to(run, given, before, after):
    change = add_warmup(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "LinearLR"),
        ({"framework": "keras"}, "warmup_target"),
    ],
)
def test_its_example(run, given, words):
    assert words in add_warmup(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"steps_total": 1000, "warmup_steps": 50},
        {"steps_total": 1000, "warmup_ratio": 0.1},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert add_warmup(run(**given)) is None
