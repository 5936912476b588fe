"""The squares that Adam divides by are out of date: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-spike:once",),
        ("loss-spike:repeated",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("adam-second-moment-stale", *seen) <= 8


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-spike:periodic",),
        ("flat-loss:at-chance!",),
    ],
)
def test_gives_way(share, seen):
    assert share("adam-second-moment-stale", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("adam-second-moment-stale") < 0.02
