"""The model learns its training data by heart: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:turned",),
        ("overfitting:severe",),
        ("overfitting:turned", "zero-loss"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("too-little-regularization", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("val-better-than-train",),
        ("val-at-chance:at-chance", "large-gap-from-start"),
    ],
)
def test_gives_way(share, seen):
    assert share("too-little-regularization", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("too-little-regularization") < 0.02
