"""The schedule has started again: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("lr-jump", "loss-level-shift:with-rate"),
        ("lr-jump",),
        ("lr-jump", "loss-spike:once"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("schedule-restarted", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight",),
        ("loss-level-shift:alone",),
    ],
)
def test_gives_way(share, seen):
    assert share("schedule-restarted", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("schedule-restarted") < 0.02
