"""The model is validated in training mode: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize(
    "seen",
    [
        ("val-better-than-train",),
        ("overfitting:severe",),
    ],
)
def test_gives_way(share, seen):
    assert share("train-mode-in-validation", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("train-mode-in-validation") < 0.02
