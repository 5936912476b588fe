"""Another part of the data begins: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-level-shift:alone",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("data-drift", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-level-shift:with-rate", "lr-jump"),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("data-drift", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("data-drift") < 0.02
