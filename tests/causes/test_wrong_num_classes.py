"""The last layer has the wrong number of outputs: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("initial-loss-off:other-width",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("wrong-num-classes", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("initial-loss-off:batch-times-chance",),
        ("diverging-loss:above-start!",),
    ],
)
def test_gives_way(share, seen):
    assert share("wrong-num-classes", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("wrong-num-classes") < 0.02
