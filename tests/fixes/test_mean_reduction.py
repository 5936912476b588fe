"""Average the loss over the batch."""

import pytest

from traindx.fixes.mean_reduction import mean_reduction


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "mean"),
        ({"framework": "keras"}, "sum_over_batch_size"),
    ],
)
def test_its_example(run, given, words):
    assert words in mean_reduction(run(**given)).example
