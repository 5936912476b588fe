"""Validation data are prepared differently from training data: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("large-gap-from-start",),
        ("large-gap-from-start", "val-at-chance:at-chance"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("val-preprocessing-mismatch", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("val-better-than-train",),
        ("flat-loss:at-chance!", "train-at-chance"),
    ],
)
def test_gives_way(share, seen):
    assert share("val-preprocessing-mismatch", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("val-preprocessing-mismatch") < 0.02
