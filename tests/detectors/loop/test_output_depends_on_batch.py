import pytest

from traindx.testing import HEALTHY, examine
from traindx.testing.bench import bench, modules


@pytest.mark.parametrize("name", ["a_classifier_on_the_bench", "dropout_that_never_rests"])
def test_healthy(name: str) -> None:
    assert examine("output-depends-on-batch", HEALTHY[name](0)) == []


@pytest.mark.parametrize("told", [{}, {"batch": 2e-4}, {"failed": "ValueError"}])
def test_what_is_no_proof(told) -> None:
    assert examine("output-depends-on-batch", bench(independence=told)) == []


def test_rows_that_know_of_each_other() -> None:
    (found,) = examine(
        "output-depends-on-batch", bench(independence={"batch": 0.3, "repeat": 0.0}, modules=modules("relu"))
    )
    assert (found.kind, found.severity, found.invariant) == ("mixed", "error", True)


def test_normalisation_without_running_statistics_mixes_on_purpose() -> None:
    norm = {"name": "n", "type": "BatchNorm1d", "kind": "normalization", "calls": 1, "running": False}
    (found,) = examine("output-depends-on-batch", bench(independence={"batch": 0.3}, modules=[norm]))
    assert (found.kind, found.severity, found.invariant) == ("batch-statistics", "info", False)
