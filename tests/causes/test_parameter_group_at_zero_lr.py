"""A group of parameters has a learning rate of zero: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("unchanged-weights:some",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("parameter-group-at-zero-lr", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("unchanged-weights:some?", "zero-gradients:some?"),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("parameter-group-at-zero-lr", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("parameter-group-at-zero-lr") < 0.02
