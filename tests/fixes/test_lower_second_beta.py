"""Let Adam forget old squares sooner."""

import pytest

from traindx.fixes.lower_second_beta import lower_second_beta


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "0.95"),
        ({"framework": "keras"}, "beta_2"),
    ],
)
def test_its_example(run, given, words):
    assert words in lower_second_beta(run(**given)).example
