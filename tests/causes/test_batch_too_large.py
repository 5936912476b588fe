"""The batch is too large for the rate: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight", "still-improving?"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("batch-too-large", *seen) <= 5  # among the many that only make it slow


@pytest.mark.parametrize(
    "seen",
    [
        ("oscillating-loss:wave",),
        ("diverging-loss:above-start!",),
    ],
)
def test_gives_way(share, seen):
    assert share("batch-too-large", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("batch-too-large") < 0.02
