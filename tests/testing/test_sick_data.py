import pytest

from traindx.registry import units
from traindx.schema import Run
from traindx.testing import SICK, examine, loud, sick_data

FAMILY = sorted(unit.id for unit in units("detectors").values() if unit.family == "data")
OWN = [
    (id, name) for id in FAMILY for name, curve in SICK.get(id, {}).items() if curve.__module__ == sick_data.__name__
]


def test_every_finding_of_data_has_a_set_that_shows_it() -> None:
    assert sorted({id for id, _ in OWN}) == FAMILY


@pytest.mark.parametrize(("id", "name"), OWN)
def test_it_is_found(id: str, name: str) -> None:
    run = SICK[id][name](4)
    assert isinstance(run, Run)
    assert run.on_bench
    assert loud(examine(id, run))
