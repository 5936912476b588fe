"""The augmentation destroys what the labels mean: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("val-better-than-train", "plateau:rate-on"),
        ("val-better-than-train",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("destructive-augmentation", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:turned",),
        ("val-at-chance:at-chance",),
    ],
)
def test_gives_way(share, seen):
    assert share("destructive-augmentation", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("destructive-augmentation") < 0.02
