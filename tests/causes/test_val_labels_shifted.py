"""The labels of the validation set are numbered differently: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("val-at-chance:below-chance",),
        ("val-at-chance:below-chance", "large-gap-from-start", "overfitting:severe"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("val-labels-shifted", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("val-better-than-train",),
        ("flat-loss:at-chance!", "train-at-chance"),
    ],
)
def test_gives_way(share, seen):
    assert share("val-labels-shifted", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("val-labels-shifted") < 0.02
