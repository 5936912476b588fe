import pytest


@pytest.mark.parametrize("seen", [("statistics-of-few-rows",)])
def test_is_among_the_first(place, seen):
    assert place("batchnorm-tiny-batch", *seen) <= 3


@pytest.mark.parametrize("seen", [("flat-loss:at-chance!",), ("overfitting:turned",)])
def test_gives_way(share, seen):
    assert share("batchnorm-tiny-batch", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("batchnorm-tiny-batch") < 0.02
