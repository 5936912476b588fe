"""Part of the model is cut off from the loss: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("missing-gradients:trainable",),
        ("zero-gradients:upstream", "unchanged-weights:some?"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("graph-detached", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("diverging-loss:above-start!",),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("graph-detached", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("graph-detached") < 0.02
