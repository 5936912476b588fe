"""The labels of the validation set do not belong to its inputs: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("val-at-chance:at-chance", "large-gap-from-start", "overfitting:severe"),
        ("val-at-chance:at-chance", "large-gap-from-start"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("val-labels-shuffled", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("val-better-than-train",),
        ("val-at-chance:at-chance", "train-at-chance", "flat-loss:at-chance!"),
    ],
)
def test_gives_way(share, seen):
    assert share("val-labels-shuffled", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("val-labels-shuffled") < 0.02
