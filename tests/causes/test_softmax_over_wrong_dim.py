"""The softmax runs over the batch instead of the classes: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("initial-loss-off:log-batch",),
        ("initial-loss-off:log-batch", "flat-loss:elsewhere", "underfitting"),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("softmax-over-wrong-dim", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("initial-loss-off:batch-times-chance",),
        ("zero-loss",),
    ],
)
def test_gives_way(share, seen):
    assert share("softmax-over-wrong-dim", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("softmax-over-wrong-dim") < 0.02
