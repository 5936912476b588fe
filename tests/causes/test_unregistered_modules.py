import pytest


@pytest.mark.parametrize("seen", [("unregistered-parameters!",)])
def test_is_among_the_first(place, seen):
    assert place("unregistered-modules", *seen) <= 3


@pytest.mark.parametrize("seen", [("overfitting:turned",), ("missing-gradients:trainable",)])
def test_gives_way(share, seen):
    assert share("unregistered-modules", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("unregistered-modules") < 0.02
