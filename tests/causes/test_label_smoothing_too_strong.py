"""Label smoothing holds the loss up: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-stuck-at-known-floor:label-smoothing",),
        ("loss-stuck-at-known-floor:label-smoothing", "val-better-than-train"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("label-smoothing-too-strong", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-stuck-at-known-floor:double-softmax",),
        ("zero-loss",),
    ],
)
def test_gives_way(share, seen):
    assert share("label-smoothing-too-strong", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("label-smoothing-too-strong") < 0.02
