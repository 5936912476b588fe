"""The training loss is shown as an average since the epoch began: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("periodic-loss", "val-better-than-train"),
        ("loss-spike:periodic", "val-better-than-train"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("loss-is-running-mean", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("gradient-spike:repeated", "loss-spike:periodic"),
        ("overfitting:turned", "large-gap-from-start"),
    ],
)
def test_gives_way(share, seen):
    assert share("loss-is-running-mean", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("loss-is-running-mean") < 0.02
