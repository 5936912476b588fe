"""The initial weights are too large: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("initial-loss-off:far-above-chance", "exploding-gradients:high"),
        ("initial-loss-off:far-above-chance",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("init-too-large", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("initial-loss-off:batch-times-chance",),
        ("slow-descent:straight",),
    ],
)
def test_gives_way(share, seen):
    assert share("init-too-large", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("init-too-large") < 0.02
