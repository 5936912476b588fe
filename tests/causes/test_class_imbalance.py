"""One class outweighs the others: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("loss-stuck-at-known-floor:chance", "plateau:rate-on", "underfitting"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("class-imbalance", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("nan-loss:out-of-the-calm!",),
        ("overfitting:severe",),
    ],
)
def test_gives_way(share, seen):
    assert share("class-imbalance", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("class-imbalance") < 0.02
