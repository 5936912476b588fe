"""The epsilon of Adam is wrong: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight", "still-improving?"),
        ("slow-descent:straight", "underfitting:slowly"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("adam-epsilon-wrong", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("exploding-gradients:growing", "diverging-loss:above-start!"),
    ],
)
def test_gives_way(share, seen):
    assert share("adam-epsilon-wrong", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("adam-epsilon-wrong") < 0.02
