"""Keep one of each sample."""

import pytest

from traindx.fixes.deduplicate_data import deduplicate_data


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "hashlib"),
        ({"framework": "keras"}, "numpy.unique"),
    ],
)
def test_its_example(run, given, words):
    assert words in deduplicate_data(run(**given)).example
