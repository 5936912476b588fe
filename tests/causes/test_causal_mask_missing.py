"""The model sees what it has to predict: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("zero-loss", "perfect-at-once"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("causal-mask-missing", *seen) <= 12


@pytest.mark.parametrize(
    "seen",
    [
        ("flat-loss:at-chance!",),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("causal-mask-missing", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("causal-mask-missing") < 0.02
