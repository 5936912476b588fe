"""Dropout takes too much: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("val-better-than-train", "underfitting:meanwhile"),
        ("val-better-than-train",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("dropout-too-high", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:turned",),
        ("val-at-chance:at-chance",),
    ],
)
def test_gives_way(share, seen):
    assert share("dropout-too-high", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("dropout-too-high") < 0.02
