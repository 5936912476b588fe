"""The training waits for its data: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("input-bound",),
        ("gpu-idle",),
        ("input-bound", "gpu-idle"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("input-pipeline-starved", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("diverging-loss:above-start!",),
        ("step-time-grows", "memory-grows"),
    ],
)
def test_gives_way(share, seen):
    assert share("input-pipeline-starved", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("input-pipeline-starved") < 0.02
