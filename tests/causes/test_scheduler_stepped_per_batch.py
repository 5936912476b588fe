"""The scheduler is stepped at every batch though it counts epochs: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("lr-changes-within-epoch:to-zero", "plateau:rate-gone"),
        ("lr-changes-within-epoch:to-zero", "lr-zero:before-the-end", "underfitting"),
        ("lr-changes-within-epoch:to-zero",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("scheduler-stepped-per-batch", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("plateau:rate-on",),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("scheduler-stepped-per-batch", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("scheduler-stepped-per-batch") < 0.02
