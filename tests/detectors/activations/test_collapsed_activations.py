from __future__ import annotations

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench
from traindx.testing.sick_benches import CHAIN, numbers

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("collapsed-activations", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("collapsed-activations", SICK["collapsed-activations"]["rows_that_grow_alike"](1))
    assert (found.kind, found.severity, found.first_step) == ("layers", "warning", 0)


def test_rows_that_were_alike_before() -> None:
    batch = {"inputs": [{"name": "input", "alike": True}]}
    (found,) = examine("collapsed-activations", bench(numbers("act/between", [0.0] * 4), modules=CHAIN, batch=batch))
    assert (found.kind, found.severity, found.layer) == ("inputs-alike", "error", "0")


@pytest.mark.parametrize("between", [[0.0, 0.5, 0.1, 0.1], [0.9, 0.1, 1e-3, 1e-5], [0.9, 0.5, 0.1, float("nan")]],
                         ids=["a part that is alike by nature", "ten layers", "a head of zeros"])  # fmt: skip
def test_what_only_looks_like_it(between: list[float]) -> None:
    assert examine("collapsed-activations", bench(numbers("act/between", between), modules=CHAIN)) == []


def test_the_first_of_the_layers_is_named() -> None:
    (found,) = examine("collapsed-activations", bench(numbers("act/between", [0.9, 0.1, 1e-9, 1e-10]), modules=CHAIN))
    assert (found.layer, found.evidence["layers"]) == ("4", 2)
