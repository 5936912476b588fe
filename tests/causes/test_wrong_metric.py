"""The metric is computed wrongly: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("train-at-chance", "val-at-chance:at-chance", "still-improving?"),
        ("train-at-chance",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("wrong-metric", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("flat-loss:at-chance!", "train-at-chance"),
        ("overfitting:severe",),
    ],
)
def test_gives_way(share, seen):
    assert share("wrong-metric", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("wrong-metric") < 0.02
