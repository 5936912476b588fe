"""The validation set is too small to tell: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("double-descent", "val-better-than-train"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("validation-set-too-small", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:severe",),
        ("val-at-chance:at-chance",),
    ],
)
def test_gives_way(share, seen):
    assert share("validation-set-too-small", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("validation-set-too-small") < 0.02
