"""The rate is never lowered: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("no-lr-decay?", "plateau:rate-on", "oscillating-loss:zigzag"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("lr-never-decays", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("lr-zero:before-the-end", "plateau:rate-gone"),
        ("diverging-loss:above-start!",),
    ],
)
def test_gives_way(share, seen):
    assert share("lr-never-decays", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("lr-never-decays") < 0.02
