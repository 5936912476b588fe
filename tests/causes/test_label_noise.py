"""Many labels are wrong: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("val-better-than-train", "plateau:rate-on"),
        ("double-descent", "overfitting:turned"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("label-noise", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("val-at-chance:at-chance", "large-gap-from-start"),
        ("nan-loss:after-climbing!",),
    ],
)
def test_gives_way(share, seen):
    assert share("label-noise", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("label-noise") < 0.02
