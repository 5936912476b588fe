"""Accumulated gradients are summed and not averaged: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("diverging-loss:above-start!", "exploding-gradients:growing!"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("accumulation-not-divided", *seen) <= 12


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight",),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("accumulation-not-divided", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("accumulation-not-divided") < 0.02
