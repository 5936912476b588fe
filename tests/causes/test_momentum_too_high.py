"""The momentum is too high: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("oscillating-loss:wave",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("momentum-too-high", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight",),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("momentum-too-high", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("momentum-too-high") < 0.02
