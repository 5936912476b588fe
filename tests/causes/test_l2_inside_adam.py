"""The weight decay goes through Adam: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("flat-loss:at-chance!",),
        ("nan-loss:out-of-the-calm!",),
    ],
)
def test_gives_way(share, seen):
    assert share("l2-inside-adam", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("l2-inside-adam") < 0.02
