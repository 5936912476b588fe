"""One batch holds broken samples: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-spike:periodic", "gradient-spike:repeated"),
        ("nan-loss:passing", "nan-gradient:passing"),
        ("loss-spike:periodic",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("corrupt-batch", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight",),
        ("flat-loss:at-chance!",),
    ],
)
def test_gives_way(share, seen):
    assert share("corrupt-batch", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("corrupt-batch") < 0.02
