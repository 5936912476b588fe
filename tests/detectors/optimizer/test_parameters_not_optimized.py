from __future__ import annotations

from typing import Any

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench
from traindx.testing.sick_benches import tensors

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("parameters-not-optimized", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("parameters-not-optimized", SICK["parameters-not-optimized"]["an_optimizer_of_another_model"](1))
    assert (found.kind, found.severity, found.first_step) == ("all", "error", 0)


def test_a_head_that_came_later() -> None:
    rows = [*tensors(optimized=True), {**tensors(layers=1, optimized=False)[0], "name": "head.weight"}]
    (found,) = examine("parameters-not-optimized", bench(tensors=rows))
    assert (found.kind, found.severity, found.layer) == ("some", "warning", "head.weight")


@pytest.mark.parametrize("rows", [tensors(optimized=None), tensors(optimized=False, trainable=False)])
def test_what_nobody_asked_for(rows: list[dict[str, Any]]) -> None:
    assert examine("parameters-not-optimized", bench(tensors=rows)) == []
