"""The gradients are clipped too tightly: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight", "clipping-always:tight"),
        ("slow-descent:straight", "exploding-gradients:high"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("clipping-too-tight", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:turned",),
        ("lr-zero:from-start!", "flat-loss:elsewhere!"),
    ],
)
def test_gives_way(share, seen):
    assert share("clipping-too-tight", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("clipping-too-tight") < 0.02
