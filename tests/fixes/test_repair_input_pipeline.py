"""Make the samples differ from each other."""

import pytest

from traindx.fixes.repair_input_pipeline import repair_input_pipeline


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "std(dim=0)"),
        ({"framework": "keras"}, "numpy.std"),
    ],
)
def test_its_example(run, given, words):
    assert words in repair_input_pipeline(run(**given)).example
