from __future__ import annotations

from typing import Any

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("statistics-of-few-rows", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("statistics-of-few-rows", SICK["statistics-of-few-rows"]["a_batch_of_two"](1))
    assert (found.kind, found.severity, found.first_step) == (None, "warning", 0)


def normed(shape: list[int], name: str = "BatchNorm2d", **more: Any) -> list[dict[str, Any]]:
    return [{"name": "n", "type": name, "kind": "normalization", "calls": 1, "shape_out": shape, **more}]


@pytest.mark.parametrize(
    ("rows", "training"),
    [(normed([8, 3, 4, 4]), True), (normed([3, 3, 4, 4]), True), (normed([2, 8], "LayerNorm"), True),
     (normed([2, 8]), False), (normed([2, 8], training=False), "mixed")],
)  # fmt: skip
def test_what_is_enough(rows: list[dict[str, Any]], training: Any) -> None:
    assert examine("statistics-of-few-rows", bench(modules=rows, model={"training": training})) == []


def test_two_images() -> None:
    assert loud(examine("statistics-of-few-rows", bench(modules=normed([2, 3, 4, 4]), model={"training": True})))
