"""The run was resumed without the state of its optimizer: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-level-shift:alone",),
        ("loss-level-shift:alone", "gradient-spike:once"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("optimizer-state-lost-on-resume", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("lr-jump", "loss-level-shift:with-rate"),
        ("flat-loss:at-chance!",),
    ],
)
def test_gives_way(share, seen):
    assert share("optimizer-state-lost-on-resume", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("optimizer-state-lost-on-resume") < 0.02
