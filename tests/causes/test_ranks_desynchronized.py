"""The ranks no longer share one model: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("ranks-differ:loss",),
        ("ranks-differ:rate",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("ranks-desynchronized", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("flat-loss:at-chance!",),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("ranks-desynchronized", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("ranks-desynchronized") < 0.02
