"""The weight decay is too high: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("underfitting:meanwhile", "diverging-loss:from-best"),
        ("underfitting:meanwhile", "diverging-loss:from-best", "vanishing-gradients"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("weight-decay-too-high", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:severe",),
        ("nan-loss:after-climbing!",),
    ],
)
def test_gives_way(share, seen):
    assert share("weight-decay-too-high", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("weight-decay-too-high") < 0.02
