"""Gradients are clipped while the loss scale is still in them: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("clipping-always:tight", "exploding-gradients:high", "slow-descent:straight"),
        ("clipping-always:tight", "tiny-updates"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("clip-before-unscale", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:turned",),
        ("nan-loss:from-the-start!",),
    ],
)
def test_gives_way(share, seen):
    assert share("clip-before-unscale", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("clip-before-unscale") < 0.02
