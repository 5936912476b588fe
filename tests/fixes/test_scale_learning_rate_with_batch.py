"""Scale the learning rate with the size of the batch."""

import pytest

from traindx.fixes.scale_learning_rate_with_batch import scale_learning_rate_with_batch


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"lr": 0.1, "batch_size": 1024}, 0.1, 0.4),
        ({"lr": 1e-3, "batch_size": 512, "accumulation": 2, "world_size": 4, "optimizer": "AdamW"}, 1e-3, 4e-3),
    ],
)
def test_from_and_to(run, given, before, after):
    change = scale_learning_rate_with_batch(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "keras", "lr": 0.1, "batch_size": 512}, "learning_rate = 0.2"),
    ],
)
def test_its_example(run, given, words):
    assert words in scale_learning_rate_with_batch(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"lr": 0.1, "batch_size": 128},
        {"batch_size": 1024},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert scale_learning_rate_with_batch(run(**given)) is None
