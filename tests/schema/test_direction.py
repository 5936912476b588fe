import pytest

from traindx.decoding.naming import METRICS
from traindx.schema.direction import direction


@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("train/loss", -1),
        ("val/loss/second", -1),
        ("val/metric/accuracy", 1),
        ("val/metric/perplexity", -1),
        ("val/metric/f1_macro", 1),
        ("val/metric/token_accuracy", 1),
        ("val/metric/accuracy_error", 0),
        ("val/metric/whatever", 0),
        ("val/metric/top1_error", -1),
        ("val/metric/map50_95", 1),
        ("train/metric/reward", 1),
        ("train/metric/reward_rejected", 0),
        ("lr", 0),
        ("grad/norm", 0),
        ("grad/norm/loss", 0),
        ("", 0),
    ],
)
def test_knows_which_way_is_better_and_when_it_does_not(name, sign):
    assert direction(name) == sign


def test_agrees_with_the_names_that_the_readers_give_to_metrics():
    for ours, sign in METRICS.values():
        assert direction(f"val/metric/{ours}") == sign, ours


@pytest.mark.parametrize("name", ["val/metric/", "val/", "train/metric/@", "test/metric/a/b", "x" * 300])
def test_any_name_has_an_answer(name):
    assert direction(name) in (-1, 0, 1)
