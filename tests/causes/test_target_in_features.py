"""The inputs contain the target: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("zero-loss",),
        ("zero-loss", "vanishing-gradients", "loss-at-floor?"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("target-in-features", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:turned",),
        ("flat-loss:at-chance!",),
    ],
)
def test_gives_way(share, seen):
    assert share("target-in-features", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("target-in-features") < 0.02
