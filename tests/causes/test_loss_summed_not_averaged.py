"""The loss is summed over the batch instead of averaged: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("initial-loss-off:batch-times-chance",),
        ("initial-loss-off:batch-times-chance", "exploding-gradients:high", "diverging-loss:above-start!"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("loss-summed-not-averaged", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("initial-loss-off:log-batch",),
        ("slow-descent:straight",),
    ],
)
def test_gives_way(share, seen):
    assert share("loss-summed-not-averaged", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("loss-summed-not-averaged") < 0.02
