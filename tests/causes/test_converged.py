"""It has converged: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-at-floor?",),
        ("plateau:rate-gone?",),
        ("plateau:rate-unknown?",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("converged", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:severe",),
        ("flat-loss:at-chance!", "train-at-chance"),
        ("lr-changes-within-epoch:to-zero", "plateau:rate-gone"),
        ("plateau:rate-unknown",),
    ],
)
def test_gives_way(share, seen):
    assert share("converged", *seen) < 0.05
