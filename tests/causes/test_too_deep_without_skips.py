"""The network is too deep to train without skip connections: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("flat-loss:at-chance!", "vanishing-gradients"),
        ("flat-loss:at-chance!", "vanishing-gradients", "val-at-chance:at-chance"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("too-deep-without-skips", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("too-deep-without-skips", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("too-deep-without-skips") < 0.02
