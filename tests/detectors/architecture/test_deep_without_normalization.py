from __future__ import annotations

from typing import Any

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench, modules
from traindx.testing.sick_benches import numbers

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("deep-without-normalization", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("deep-without-normalization", SICK["deep-without-normalization"]["forty_plain_layers"](1))
    assert (found.kind, found.severity, found.first_step) == (None, "warning", 0)


def test_depth_alone_is_no_fault() -> None:
    rows = modules(*["relu"] * 40, None)
    (found,) = examine("deep-without-normalization", bench(numbers("act/between", [0.5] * 41), modules=rows))
    assert found.severity == "info"


@pytest.mark.parametrize(
    ("rows", "skips"),
    [(modules(*["relu"] * 8), 0), (modules(*["relu"] * 40), 20), (modules(*["selu"] * 40), 0),
     ([*modules(*["relu"] * 40), {"name": "n", "kind": "normalization", "calls": 1}], 0)],
    ids=["eight layers", "skips", "units that scale themselves", "a norm"],
)  # fmt: skip
def test_what_holds_the_signal(rows: list[dict[str, Any]], skips: int) -> None:
    assert examine("deep-without-normalization", bench(modules=rows, skips=skips)) == []
