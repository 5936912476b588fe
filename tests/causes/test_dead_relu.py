"""Most ReLU units are dead: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-level-shift:alone", "vanishing-gradients", "loss-stuck-at-known-floor:chance"),
        ("flat-loss:at-chance!", "vanishing-gradients"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("dead-relu", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:turned",),
        ("slow-descent:straight",),
    ],
)
def test_gives_way(share, seen):
    assert share("dead-relu", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("dead-relu") < 0.02
