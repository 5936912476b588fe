"""Most of the parameters are frozen: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("underfitting:meanwhile", "plateau:rate-on"),
        ("underfitting:meanwhile", "plateau:rate-unknown"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("parameters-frozen", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:severe",),
        ("diverging-loss:above-start!",),
    ],
)
def test_gives_way(share, seen):
    assert share("parameters-frozen", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("parameters-frozen") < 0.02
