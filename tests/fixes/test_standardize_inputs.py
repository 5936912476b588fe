"""Give the inputs a mean of zero and a spread of one."""

import pytest

from traindx.fixes.standardize_inputs import standardize_inputs


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "x_train.std"),
        ({"framework": "keras"}, "Normalization"),
    ],
)
def test_its_example(run, given, words):
    assert words in standardize_inputs(run(**given)).example
