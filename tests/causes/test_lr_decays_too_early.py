"""The rate is gone long before the run ends: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("lr-zero:before-the-end", "plateau:rate-gone"),
        ("lr-zero:before-the-end",),
        ("plateau:rate-gone", "underfitting", "lr-zero:before-the-end"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("lr-decays-too-early", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("lr-changes-within-epoch:to-zero", "plateau:rate-gone", "lr-zero:before-the-end"),
        ("plateau:rate-on",),
    ],
)
def test_gives_way(share, seen):
    assert share("lr-decays-too-early", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("lr-decays-too-early") < 0.02
