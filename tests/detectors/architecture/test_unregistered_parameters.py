from __future__ import annotations

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("unregistered-parameters", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("unregistered-parameters", SICK["unregistered-parameters"]["layers_in_a_plain_list"](1))
    assert (found.kind, found.severity, found.first_step) == (None, "error", 0)


def test_nothing_is_lost() -> None:
    assert examine("unregistered-parameters", bench(unregistered=[])) == []
