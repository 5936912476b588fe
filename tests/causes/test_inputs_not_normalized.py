"""The inputs are not normalised: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("initial-loss-off:far-above-chance", "exploding-gradients:high"),
        ("initial-loss-off:far-above-chance", "oscillating-loss:zigzag"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("inputs-not-normalized", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("initial-loss-off:batch-times-chance",),
        ("loss-stuck-at-known-floor:double-softmax",),
    ],
)
def test_gives_way(share, seen):
    assert share("inputs-not-normalized", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("inputs-not-normalized") < 0.02
