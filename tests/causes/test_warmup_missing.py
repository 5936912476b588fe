"""The first steps are taken at the full rate: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("diverging-loss:above-start!", "gradient-spike:once"),
        ("loss-spike:once", "gradient-spike:once"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("warmup-missing", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight",),
        ("oscillating-loss:wave",),
    ],
)
def test_gives_way(share, seen):
    assert share("warmup-missing", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("warmup-missing") < 0.02
