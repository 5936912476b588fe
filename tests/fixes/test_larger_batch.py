"""Use a larger batch."""

import pytest

from traindx.fixes.larger_batch import larger_batch


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"batch_size": 8}, 8, 32),
        ({}, None, None),
    ],
)
def test_from_and_to(run, given, before, after):
    change = larger_batch(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "keras"}, "model.fit"),
        ({"framework": "torch"}, "DataLoader"),
    ],
)
def test_its_example(run, given, words):
    assert words in larger_batch(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"batch_size": 64, "samples": 100},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert larger_batch(run(**given)) is None
