"""Try the other family of optimizers."""

import pytest

from traindx.fixes.swap_optimizer import swap_optimizer


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"optimizer": "Adam"}, "Adam", "SGD with momentum"),
        ({"optimizer": "sgd"}, "sgd", "AdamW"),
    ],
)
def test_from_and_to(run, given, before, after):
    change = swap_optimizer(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "keras", "optimizer": "adam"}, "keras.optimizers.SGD"),
    ],
)
def test_its_example(run, given, words):
    assert words in swap_optimizer(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert swap_optimizer(run(**given)) is None
