"""The arithmetic is undefined for some values: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("nan-loss:out-of-the-calm!",),
        ("nan-loss:from-the-start!",),
        ("nan-loss:out-of-the-calm!", "nan-gradient:later!"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("undefined-math", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("nan-loss:after-climbing!", "exploding-gradients:growing"),
        ("slow-descent:straight",),
    ],
)
def test_gives_way(share, seen):
    assert share("undefined-math", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("undefined-math") < 0.02
