"""Every epoch has the same order: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("periodic-loss",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("sampler-epoch-not-set", *seen) <= 12


@pytest.mark.parametrize(
    "seen",
    [
        ("flat-loss:at-chance!",),
        ("diverging-loss:above-start!",),
    ],
)
def test_gives_way(share, seen):
    assert share("sampler-epoch-not-set", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("sampler-epoch-not-set") < 0.02
