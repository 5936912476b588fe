"""The sign of the loss is wrong: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("negative-cross-entropy!",),
        ("negative-cross-entropy!", "exploding-gradients:growing"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("loss-sign-flipped", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight",),
        ("loss-stuck-at-known-floor:double-softmax",),
    ],
)
def test_gives_way(share, seen):
    assert share("loss-sign-flipped", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("loss-sign-flipped") < 0.02
