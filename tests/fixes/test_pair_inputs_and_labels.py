"""Keep inputs and labels together."""

import pytest

from traindx.fixes.pair_inputs_and_labels import pair_inputs_and_labels


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "y[order]"),
        ({"framework": "keras"}, "y[order]"),
    ],
)
def test_its_example(run, given, words):
    assert words in pair_inputs_and_labels(run(**given)).example
