"""The learning rate is too high: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("diverging-loss:above-start!", "exploding-gradients:growing"),
        ("loss-spike:repeated", "gradient-spike:repeated", "diverging-loss:from-best"),
        ("oscillating-loss:zigzag",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("learning-rate-too-high", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight",),
        ("lr-zero:from-start!", "flat-loss:elsewhere!"),
    ],
)
def test_gives_way(share, seen):
    assert share("learning-rate-too-high", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("learning-rate-too-high") < 0.02
