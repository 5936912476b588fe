"""The data are not shuffled: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("periodic-loss",),
        ("periodic-loss", "loss-spike:periodic", "gradient-spike:repeated"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("data-not-shuffled", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight",),
        ("nan-loss:from-the-start!",),
    ],
)
def test_gives_way(share, seen):
    assert share("data-not-shuffled", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("data-not-shuffled") < 0.02
