"""The loss compares every output with every target: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("train-at-chance", "flat-loss:at-chance!"),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("loss-broadcasts-shapes", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("loss-broadcasts-shapes") < 0.02
