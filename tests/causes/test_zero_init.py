"""The weights begin at zero: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("flat-loss:at-chance!", "vanishing-gradients", "train-at-chance"),
        ("loss-stuck-at-known-floor:chance", "vanishing-gradients"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("zero-init", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:turned",),
        ("exploding-gradients:growing", "diverging-loss:above-start!"),
    ],
)
def test_gives_way(share, seen):
    assert share("zero-init", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("zero-init") < 0.02
