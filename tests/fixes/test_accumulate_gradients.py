"""Average the gradients of several batches."""

import pytest

from traindx.fixes.accumulate_gradients import accumulate_gradients


@pytest.mark.parametrize(
    ("given", "before", "after"),
    [
        ({}, 1, 4),
        ({"accumulation": 2}, 2, 8),
    ],
)
def test_from_and_to(run, given, before, after):
    change = accumulate_gradients(run(**given))
    assert (change.from_, change.to) == (before, after)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "keras"}, "gradient_accumulation_steps=4"),
        ({"framework": "torch"}, "/ 4"),
    ],
)
def test_its_example(run, given, words):
    assert words in accumulate_gradients(run(**given)).example
