"""Validation rows stand in the training set: what brings the suspicion, and what lifts it."""

import pytest


@pytest.mark.parametrize("seen", [("train-val-overlap",), ("train-val-overlap:exact", "perfect-at-once")])
def test_is_among_the_first(place, seen):
    assert place("train-val-leakage", *seen) <= 3


@pytest.mark.parametrize("seen", [("overfitting:turned", "large-gap-from-start"), ("perfect-at-once",)])
def test_gives_way(share, seen):
    assert share("train-val-leakage", *seen) < 0.1


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("train-val-leakage") < 0.02
