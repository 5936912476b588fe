"""The gradients are never cleared: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("exploding-gradients:growing", "oscillating-loss:wave"),
        ("exploding-gradients:growing", "diverging-loss:from-best!"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("missing-zero-grad", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("vanishing-gradients", "flat-loss:at-chance!"),
        ("nan-loss:from-the-start!",),
    ],
)
def test_gives_way(share, seen):
    assert share("missing-zero-grad", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("missing-zero-grad") < 0.02
