"""The rows of a batch are mixed with each other: what brings the suspicion, and what lifts it."""

import pytest


def test_rows_that_know_of_each_other_are_nearly_a_proof(place):
    assert place("batch-mixed-with-features", "output-depends-on-batch:mixed!") == 1


@pytest.mark.parametrize("seen", [("overfitting:turned",), ("nan-loss:after-climbing!",)])
def test_gives_way(share, seen):
    assert share("batch-mixed-with-features", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("batch-mixed-with-features") < 0.02
