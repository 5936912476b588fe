"""Use a smaller batch."""

import pytest

from traindx.fixes.smaller_batch import smaller_batch


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({"batch_size": 1024}, 1024, 512),
        ({}, None, None),
    ],
)
def test_from_and_to(run, given, before, after):
    change = smaller_batch(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "keras"}, "batch_size=32"),
    ],
)
def test_its_example(run, given, words):
    assert words in smaller_batch(run(**given)).example


@pytest.mark.parametrize(
    "given",
    [
        {"batch_size": 16},
    ],
)
def test_where_it_does_not_apply(run, given):
    assert smaller_batch(run(**given)) is None
