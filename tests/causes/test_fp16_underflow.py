"""Gradients vanish in half precision: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("plateau:rate-on", "vanishing-gradients", "underfitting"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("fp16-underflow", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("exploding-gradients:growing", "diverging-loss:above-start!"),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("fp16-underflow", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("fp16-underflow") < 0.02
