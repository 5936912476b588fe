"""The optimizer holds parameters that the model does not use: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("flat-loss:elsewhere!",),
        ("constant-loss!", "flat-loss:elsewhere!"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("optimizer-holds-stale-parameters", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("plateau:rate-on",),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("optimizer-holds-stale-parameters", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("optimizer-holds-stale-parameters") < 0.02
