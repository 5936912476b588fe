"""Lower the learning rate whenever the validation loss stands still."""

import pytest

from traindx.fixes.reduce_lr_on_plateau import reduce_lr_on_plateau


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"lr": 0.1, "val": [1.0] * 60}, 0.1, 0.01),
        ({"rate": [3e-4, 3e-4]}, 3e-4, 3e-5),
    ],
)
def test_from_and_to(run, given, before, after):
    change = reduce_lr_on_plateau(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"val": [1.0] * 60}, "patience=6"),
        ({"framework": "keras"}, "ReduceLROnPlateau"),
    ],
)
def test_its_example(run, given, words):
    assert words in reduce_lr_on_plateau(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"lr": 0.0},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert reduce_lr_on_plateau(run(**given)) is None
