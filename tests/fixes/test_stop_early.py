"""Stop at the best validation loss."""

import pytest

from traindx.fixes.stop_early import stop_early


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"val": [3.0, 2.0, 1.0, 1.5, 2.0], "every": 10}, 50, 30),
        ({"val": [1.0, float("nan"), 0.5, 0.9]}, 4, 3),
    ],
)
def test_from_and_to(run, given, before, after):
    change = stop_early(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"val": [9.0] * 60 + [1.0, 2.0]}, "waited >= 6"),
        ({"framework": "keras", "val": [1.0, 2.0]}, "EarlyStopping"),
    ],
)
def test_its_example(run, given, words):
    assert words in stop_early(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"val": [3.0, 2.0, 1.0]},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert stop_early(run(**given)) is None
