"""Updates are lost to the rounding of bfloat16 weights: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("tiny-updates", "unchanged-weights:some?"),
        ("tiny-updates", "plateau:rate-on"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("bf16-updates-lost", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("huge-updates",),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("bf16-updates-lost", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("bf16-updates-lost") < 0.02
