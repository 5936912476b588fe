"""Let rare classes count more."""

import msgspec
import pytest

from traindx.fixes.weight_classes import weight_classes
from traindx.schema import Fact


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"framework": "torch"}, "weight=counts"),
        ({"framework": "keras"}, "class_weight=weights"),
    ],
)
def test_its_example(run, given, words):
    assert words in weight_classes(run(**given)).example


def test_the_weights_of_classes_that_were_counted(run):
    counted = Fact("data", {"target": {"classes": {"0": 90, "1": 10}}})
    told = msgspec.structs.replace(run(), facts=[counted])
    assert weight_classes(told).to == {"0": pytest.approx(100 / 180), "1": 5.0}
    assert weight_classes(run()).to is None
