"""The run ended while it was still improving: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("still-improving?",),
        ("still-improving?", "slow-descent:straight"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("stopped-too-early", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("plateau:rate-on",),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("stopped-too-early", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("stopped-too-early") < 0.02
