import pytest


@pytest.mark.parametrize("seen", [("module-repeated",)])
def test_is_among_the_first(place, seen):
    assert place("module-shared-by-accident", *seen) <= 3


@pytest.mark.parametrize("seen", [("overfitting:turned",), ("diverging-loss:above-start!",)])
def test_gives_way(share, seen):
    assert share("module-shared-by-accident", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("module-shared-by-accident") < 0.02
