"""Inputs and labels do not belong together: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-stuck-at-known-floor:chance", "train-at-chance", "val-at-chance:at-chance"),
        ("flat-loss:at-chance!", "train-at-chance", "overfitting:turned"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("inputs-labels-misaligned", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("vanishing-gradients", "flat-loss:at-chance!"),
        ("loss-spike:repeated",),
    ],
)
def test_gives_way(share, seen):
    assert share("inputs-labels-misaligned", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("inputs-labels-misaligned") < 0.02
