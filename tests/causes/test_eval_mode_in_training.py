import pytest


@pytest.mark.parametrize("seen", [("model-in-eval-mode:whole!",)])
def test_is_among_the_first(place, seen):
    assert place("eval-mode-in-training", *seen) <= 3


@pytest.mark.parametrize("seen", [("flat-loss:at-chance!",), ("nan-loss:from-the-start!",)])
def test_gives_way(share, seen):
    assert share("eval-mode-in-training", *seen) < 0.05


def test_is_not_suspected_in_a_healthy_run(share):
    assert share("eval-mode-in-training") < 0.02
