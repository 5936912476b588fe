"""A softmax stands before a cross-entropy that has its own: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-stuck-at-known-floor:double-softmax",),
        ("loss-stuck-at-known-floor:double-softmax", "plateau:rate-on", "underfitting"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("softmax-before-cross-entropy", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-stuck-at-known-floor:label-smoothing",),
        ("zero-loss",),
    ],
)
def test_gives_way(share, seen):
    assert share("softmax-before-cross-entropy", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("softmax-before-cross-entropy") < 0.02
