"""All targets are the same: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("zero-loss",),
        ("zero-loss", "vanishing-gradients"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("constant-target", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:turned",),
        ("diverging-loss:above-start!",),
    ],
)
def test_gives_way(share, seen):
    assert share("constant-target", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("constant-target") < 0.02
