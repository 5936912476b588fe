"""A value is too large for half precision: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("nan-loss:out-of-the-calm!", "nan-gradient:later!"),
        ("nan-gradient:passing", "nan-loss:passing"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("fp16-overflow", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("slow-descent:straight",),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("fp16-overflow", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("fp16-overflow") < 0.02
