"""One rank is slower than the others: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("lagging-rank",),
        ("throughput-drop:stays",),
    ],
)
def test_is_among_the_first(place, seen):
    assert place("slow-rank", *seen) <= 3


@pytest.mark.parametrize(
    "seen",
    [
        ("input-bound", "gpu-idle"),
        ("overfitting:turned",),
    ],
)
def test_gives_way(share, seen):
    assert share("slow-rank", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("slow-rank") < 0.02
