"""The model is too small for the task: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("underfitting:meanwhile", "plateau:rate-on"),
        ("underfitting:meanwhile", "plateau:rate-unknown"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("capacity-too-small", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:turned",),
        ("slow-descent:straight",),
        ("flat-loss:at-chance!",),
    ],
)
def test_gives_way(share, seen):
    assert share("capacity-too-small", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("capacity-too-small") < 0.02
