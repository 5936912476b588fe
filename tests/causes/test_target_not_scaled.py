"""The targets of the regression are not scaled: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("exploding-gradients:high", "slow-descent:straight", "underfitting"),
        ("exploding-gradients:high", "flat-loss:elsewhere!"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("target-not-scaled", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-stuck-at-known-floor:double-softmax",),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("target-not-scaled", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("target-not-scaled") < 0.02
