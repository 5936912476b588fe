import pytest


@pytest.mark.parametrize(
    "seen", [("linear-layers-in-a-row:everywhere",), ("linear-layers-in-a-row:blocks", "underfitting:meanwhile")]
)
def test_is_among_the_first(place, seen):
    assert place("missing-nonlinearity", *seen) <= 3


@pytest.mark.parametrize("seen", [("overfitting:turned",), ("flat-loss:at-chance!",)])
def test_gives_way(share, seen):
    assert share("missing-nonlinearity", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("missing-nonlinearity") < 0.02
