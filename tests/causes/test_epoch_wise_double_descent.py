"""The validation loss passes its second peak: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("double-descent",),
        ("double-descent", "overfitting:turned"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("epoch-wise-double-descent", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("overfitting:severe", "val-at-chance:at-chance"),
        ("underfitting", "plateau:rate-on"),
    ],
)
def test_gives_way(share, seen):
    assert share("epoch-wise-double-descent", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("epoch-wise-double-descent") < 0.02
