"""The learning rate is too low: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight",),
        ("slow-descent:straight", "still-improving?"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("learning-rate-too-low", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("diverging-loss:above-start!",),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("learning-rate-too-low", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("learning-rate-too-low") < 0.02
