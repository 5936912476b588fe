from __future__ import annotations

from typing import Any

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench
from traindx.testing.sick_benches import tensors, weights

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("symmetric-weights", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("symmetric-weights", SICK["symmetric-weights"]["one_number_everywhere"](1))
    assert (found.kind, found.severity, found.first_step) == ("constant", "error", 0)


def test_rows_that_are_equal() -> None:
    (found,) = examine("symmetric-weights", bench(weights(0.1), tensors=tensors(equal_rows=1 - 1 / 64)))
    assert (found.kind, found.severity) == ("equal-rows", "warning")


@pytest.mark.parametrize(
    ("shown", "rows"),
    [
        (weights(0.0, zeros=4096.0), tensors(constant=True, equal_rows=1 - 1 / 64)),
        (weights(0.0), tensors(constant=True, equal_rows=1 - 1 / 64, trainable=False)),
        (weights(0.1), tensors(equal_rows=0.5)),
        (weights(0.1), [*tensors(equal_rows=1 - 1 / 64, layers=1), *tensors()[1:]]),
    ],
    ids=["zeros", "a fixed filter", "some rows repeat", "one matrix of several"],
)
def test_what_only_looks_like_it(shown: dict[str, float], rows: list[dict[str, Any]]) -> None:
    assert loud(examine("symmetric-weights", bench(shown, tensors=rows))) == []
