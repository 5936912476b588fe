"""The batch is too small: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("oscillating-loss:zigzag", "gradient-spike:repeated"),
        ("oscillating-loss:zigzag",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("batch-too-small", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight",),
        ("oscillating-loss:wave",),
    ],
)
def test_gives_way(share, seen):
    assert share("batch-too-small", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("batch-too-small") < 0.02
