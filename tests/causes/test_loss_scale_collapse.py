"""Every step overflows and is skipped: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-scale-falling:collapsed!", "optimizer-skips-steps:nearly-all!"),
        ("loss-scale-falling:falling",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("loss-scale-collapse", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:turned",),
        ("diverging-loss:above-start!",),
    ],
)
def test_gives_way(share, seen):
    assert share("loss-scale-collapse", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("loss-scale-collapse") < 0.02
