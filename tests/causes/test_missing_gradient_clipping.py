"""Rare, huge gradients are taken at full length: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("gradient-spike:repeated", "loss-spike:repeated"),
        ("gradient-spike:repeated", "nan-loss:after-climbing!"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("missing-gradient-clipping", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight",),
        ("loss-spike:periodic",),
    ],
)
def test_gives_way(share, seen):
    assert share("missing-gradient-clipping", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("missing-gradient-clipping") < 0.02
