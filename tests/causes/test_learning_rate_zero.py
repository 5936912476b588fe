"""The learning rate is zero: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("lr-zero:from-start!", "flat-loss:elsewhere!"),
        ("lr-zero:from-start!",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("learning-rate-zero", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("flat-loss:elsewhere!", "plateau:rate-on"),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("learning-rate-zero", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("learning-rate-zero") < 0.02
