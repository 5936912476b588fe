from __future__ import annotations

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench
from traindx.testing.sick_benches import CHAIN, numbers

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("nan-activation", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("nan-activation", SICK["nan-activation"]["a_module_that_breaks"](1))
    assert (found.kind, found.severity, found.first_step) == ("in-module", "error", 0)


BROKEN = {**numbers("act/nonfinite", [0.0, 5.0, 64.0, 64.0]), "train/loss": float("nan")}


def test_the_way_from_the_input_is_told() -> None:
    batch = {"inputs": [{"name": "x", "nan": 3, "inf": 0}]}
    (found,) = examine("nan-activation", bench(BROKEN, modules=CHAIN, batch=batch))
    assert (found.kind, found.layer) == ("from-inputs", "2")
    assert [one["where"] for one in found.evidence["origin"]] == ["x", "2", "loss"]


def test_a_weight_of_that_module() -> None:
    (found,) = examine("nan-activation", bench({**BROKEN, "weight/nonfinite/2.weight": 1.0}, modules=CHAIN))
    assert found.kind == "from-weights"
    assert [one["what"] for one in found.evidence["origin"]] == ["weight", "output", "value"]
    (found,) = examine("nan-activation", bench({**BROKEN, "weight/nonfinite/4.weight": 1.0}, modules=CHAIN))
    assert found.kind == "in-module", "a weight of another one"


def test_masks_are_meant() -> None:
    (found,) = examine("nan-activation", bench({**BROKEN, "train/loss": 2.3}, modules=CHAIN))
    assert (found.kind, found.severity) == ("infinite", "info")
