import pytest

from traindx.schema import Unseen
from traindx.testing import examine
from traindx.testing.bench import bench


@pytest.mark.parametrize(("trained", "samples", "kind"), [(10_000, 1000, "many"), (124_000_000, 5000, "very-many")])
def test_it_is_a_number_to_know(trained: int, samples: int, kind: str) -> None:
    (found,) = examine(
        "more-parameters-than-samples", bench(settings={"samples": samples}, model={"trainable": trained})
    )
    assert (found.kind, found.severity) == (kind, "info")


def test_enough_samples() -> None:
    run = bench(settings={"samples": 60_000}, model={"trainable": 100_000})
    assert examine("more-parameters-than-samples", run) == []
    assert isinstance(examine("more-parameters-than-samples", bench(model={"trainable": 100_000})), Unseen)
