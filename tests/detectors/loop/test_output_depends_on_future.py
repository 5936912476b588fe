import pytest

from traindx.testing import HEALTHY, examine
from traindx.testing.bench import bench


@pytest.mark.parametrize("name", ["a_classifier_on_the_bench", "a_reader_of_both_ways", "dropout_that_never_rests"])
def test_healthy(name: str) -> None:
    assert examine("output-depends-on-future", HEALTHY[name](0)) == []


def test_rounding_is_no_leak() -> None:
    assert examine("output-depends-on-future", bench(independence={"future": 3e-4, "next_token": True})) == []


def test_a_leak_is_certain() -> None:
    (found,) = examine("output-depends-on-future", bench(independence={"future": 0.02, "next_token": True}))
    assert (found.severity, found.invariant) == ("error", True)
