"""The optimizer is built anew every epoch: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-spike:periodic",),
        ("periodic-loss",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("optimizer-recreated", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight",),
        ("flat-loss:at-chance!",),
    ],
)
def test_gives_way(share, seen):
    assert share("optimizer-recreated", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("optimizer-recreated") < 0.02
