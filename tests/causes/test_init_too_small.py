"""The initial weights are too small: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("vanishing-gradients", "slow-descent:straight"),
        ("vanishing-gradients", "loss-level-shift:alone"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("init-too-small", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("exploding-gradients:high", "initial-loss-off:far-above-chance"),
        ("overfitting:severe",),
    ],
)
def test_gives_way(share, seen):
    assert share("init-too-small", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("init-too-small") < 0.02
