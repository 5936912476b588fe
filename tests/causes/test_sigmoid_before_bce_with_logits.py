"""A sigmoid stands before a loss that has its own: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-stuck-at-known-floor:sigmoid-twice",),
        ("loss-stuck-at-known-floor:sigmoid-twice", "plateau:rate-on"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("sigmoid-before-bce-with-logits", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-stuck-at-known-floor:double-softmax",),
        ("zero-loss",),
    ],
)
def test_gives_way(share, seen):
    assert share("sigmoid-before-bce-with-logits", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("sigmoid-before-bce-with-logits") < 0.02
