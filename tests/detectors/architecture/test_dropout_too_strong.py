from __future__ import annotations

from typing import Any

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench, loss, modules

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("dropout-too-strong", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("dropout-too-strong", SICK["dropout-too-strong"]["nearly_all_is_dropped"](1))
    assert (found.kind, found.severity, found.first_step) == ("most-dropped", "warning", 0)


def dropping(rate: float, fed_by: str | None, shape: list[int]) -> list[dict[str, Any]]:
    row = {"name": "drop", "type": "Dropout", "kind": "dropout", "calls": 1, "p": rate, "fed_by": fed_by,
           "shape_out": shape}  # fmt: skip
    return [*modules("relu", None), row]


def test_outputs_that_are_dropped() -> None:
    entering = loss("cross_entropy", [64, 10], [64])
    (found,) = examine("dropout-too-strong", bench(modules=dropping(0.5, "2", [64, 10]), loss=entering))
    assert (found.kind, found.severity) == ("on-outputs", "warning")


@pytest.mark.parametrize(
    ("rate", "fed_by", "shape"), [(0.0, "2", [64, 10]), (0.5, "1", [64, 10]), (0.5, "2", [64, 64])]
)
def test_what_is_usual(rate: float, fed_by: str, shape: list[int]) -> None:
    entering = loss("cross_entropy", [64, 10], [64])
    assert examine("dropout-too-strong", bench(modules=dropping(rate, fed_by, shape), loss=entering)) == []
