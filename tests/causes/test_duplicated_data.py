"""The training set repeats few samples many times: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:turned", "large-gap-from-start", "zero-loss"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("duplicated-data", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("val-better-than-train",),
        ("underfitting", "plateau:rate-on"),
    ],
)
def test_gives_way(share, seen):
    assert share("duplicated-data", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("duplicated-data") < 0.02
