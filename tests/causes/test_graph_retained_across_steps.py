"""Something is kept from step to step that should be let go: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("memory-grows",),
        ("step-time-grows", "memory-grows"),
        ("gpu-memory-nearly-full:filling", "memory-grows"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("graph-retained-across-steps", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("input-bound",),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("graph-retained-across-steps", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("graph-retained-across-steps") < 0.02
