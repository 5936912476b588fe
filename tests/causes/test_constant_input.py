"""The network is given the same input every time: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-stuck-at-known-floor:chance", "train-at-chance"),
        ("flat-loss:at-chance!", "val-at-chance:at-chance"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("constant-input", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:severe",),
    ],
)
def test_gives_way(share, seen):
    assert share("constant-input", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("constant-input") < 0.02
