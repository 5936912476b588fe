from __future__ import annotations

from typing import Any

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench, modules

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("bounded-activations", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("bounded-activations", SICK["bounded-activations"]["ten_sigmoids"](1))
    assert (found.kind, found.severity, found.first_step) == (None, "warning", 0)


def test_a_few_are_worth_a_word() -> None:
    (found,) = examine("bounded-activations", bench(modules=modules(*["sigmoid"] * 5, None), skips=0))
    assert found.severity == "info"


@pytest.mark.parametrize(
    ("rows", "skips"),
    [(modules("sigmoid", "sigmoid", None), 0), (modules(*["sigmoid"] * 10, None), 4),
     (modules(*["relu", "sigmoid"] * 8, None), 0), (modules("tanh", "tanh", "tanh", "sigmoid"), 0)],
    ids=["two hidden layers", "skips", "gates between others", "a sigmoid at the end"],
)  # fmt: skip
def test_what_is_usual(rows: list[dict[str, Any]], skips: int) -> None:
    assert examine("bounded-activations", bench(modules=rows, skips=skips)) == []
