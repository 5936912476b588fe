"""An average of the weights is evaluated that does not follow them: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("large-gap-from-start", "val-at-chance:at-chance"),
        ("large-gap-from-start",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("ema-stale", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:turned",),
        ("val-better-than-train",),
    ],
)
def test_gives_way(share, seen):
    assert share("ema-stale", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("ema-stale") < 0.02
