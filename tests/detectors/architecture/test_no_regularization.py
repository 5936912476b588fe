import pytest

from traindx.testing import examine
from traindx.testing.bench import bench, modules

DROP = {"name": "d", "type": "Dropout", "kind": "dropout", "calls": 1, "p": 0.1}


def test_few_samples_and_no_restraint() -> None:
    run = bench(settings={"samples": 100}, model={"trainable": 10_000}, modules=modules("relu", None))
    (found,) = examine("no-regularization", run)
    assert found.severity == "info"


@pytest.mark.parametrize(
    ("samples", "decay", "rows"),
    [(100_000, 0.0, modules("relu")), (100, 0.01, modules("relu")), (100, 0.0, [*modules("relu"), DROP])],
)
def test_what_holds_it_back(samples: int, decay: float, rows: list) -> None:
    run = bench(settings={"samples": samples, "weight_decay": decay}, model={"trainable": 10_000}, modules=rows)
    assert examine("no-regularization", run) == []
