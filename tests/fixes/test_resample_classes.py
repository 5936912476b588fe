"""Draw rare classes more often."""

import pytest

from traindx.fixes.resample_classes import resample_classes


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "WeightedRandomSampler"),
        ({"framework": "keras"}, "default_rng"),
    ],
)
def test_its_example(run, given, words):
    assert words in resample_classes(run(**given)).example
