"""Give Adam its usual epsilon."""

import pytest

from traindx.fixes.fix_adam_epsilon import fix_adam_epsilon


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"epsilon": 0.1, "optimizer": "Adam"}, 0.1, 1e-8),
        ({"epsilon": "1e-12"}, 1e-12, 1e-8),
    ],
)
def test_from_and_to(run, given, before, after):
    change = fix_adam_epsilon(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "keras"}, "epsilon=1e-08"),
        ({"framework": "torch"}, "eps=1e-08"),
    ],
)
def test_its_example(run, given, words):
    assert words in fix_adam_epsilon(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"optimizer": "SGD"},
        {"epsilon": 1e-7},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert fix_adam_epsilon(run(**given)) is None
