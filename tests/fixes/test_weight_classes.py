"""Let rare classes count more."""

import pytest

from traindx.fixes.weight_classes import weight_classes


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "weight=counts"),
        ({"framework": "keras"}, "class_weight=weights"),
    ],
)
def test_its_example(run, given, words):
    assert words in weight_classes(run(**given)).example
