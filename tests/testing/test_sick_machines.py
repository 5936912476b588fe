from __future__ import annotations

import pytest

from traindx.registry import units
from traindx.testing import SICK, examine, sick_machines

CURVES = [
    (id, name)
    for id, curves in SICK.items()
    for name, curve in curves.items()
    if curve.__module__ == sick_machines.__name__
]


@pytest.mark.parametrize(("id", "name"), CURVES)
@pytest.mark.parametrize("seed", range(3))
def test_the_finding_is_there(id, name, seed):
    answer = examine(id, SICK[id][name](seed))
    assert isinstance(answer, list)
    assert [one.id for one in answer]


@pytest.mark.parametrize("family", ["precision", "throughput", "distributed", "loop"])
def test_every_detector_of_the_family_has_a_curve(family):
    members = {unit.id for unit in units("detectors").values() if unit.family == family}
    assert members
    assert members <= set(SICK)
