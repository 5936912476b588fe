import pytest


@pytest.mark.parametrize(
    "seen", [("output-is-cut-off:one-sided!",), ("output-is-cut-off:bounded!", "loss-high-for-accuracy")]
)
def test_is_among_the_first(place, seen):
    assert place("activation-on-logits", *seen) <= 3


@pytest.mark.parametrize("seen", [("loss-input-sums-to-one:probabilities!",), ("overfitting:turned",)])
def test_gives_way(share, seen):
    assert share("activation-on-logits", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("activation-on-logits") < 0.02
