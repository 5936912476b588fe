from __future__ import annotations

import itertools
from typing import Any

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench, modules

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("linear-layers-in-a-row", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("linear-layers-in-a-row", SICK["linear-layers-in-a-row"]["no_activation_at_all"](1))
    assert (found.kind, found.severity, found.first_step) == ("everywhere", "warning", 0)


def fed(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each module given what the one before made."""
    for before, one in itertools.pairwise(rows):
        one["fed_by"] = before["name"]
    return rows


def test_blocks_that_widen_for_nothing() -> None:
    rows = fed(modules(None, None, "relu", None, None))  # two of linear layers, one with its activation, two more
    rows[2]["fed_by"] = rows[4]["fed_by"] = None
    for place in (0, 4):
        rows[place]["out"] = 256
    (found,) = examine("linear-layers-in-a-row", bench(modules=rows))
    assert (found.kind, found.severity, found.evidence["widening"]) == ("blocks", "warning", 2)


def test_one_pair_is_worth_a_word() -> None:
    (found,) = examine("linear-layers-in-a-row", bench(modules=fed(modules("relu", None, None))))
    assert (found.kind, found.severity, found.layer) == ("pair", "info", "4")


def narrow(middle: int) -> list[dict[str, Any]]:
    rows = fed(modules(None, None))
    rows[0]["out"], rows[1]["in"] = middle, middle
    return rows


@pytest.mark.parametrize(
    "rows",
    [fed(modules("relu", "relu", None)), narrow(8), [*modules(None), *modules(None)],
     [{**one, "groups": 64, "kind": "convolution"} for one in fed(modules(None, None))]],
    ids=["activations", "a narrow middle", "not one after the other", "by channels"],
)  # fmt: skip
def test_what_only_looks_like_it(rows: list[dict[str, Any]]) -> None:
    assert examine("linear-layers-in-a-row", bench(modules=rows)) == []


@pytest.mark.parametrize(
    ("kind", "name", "seen"),
    [("normalization", "BatchNorm1d", True), ("dropout", "Dropout", True), ("normalization", "LayerNorm", False)],
)
def test_what_is_linear_is_looked_through(kind: str, name: str, seen: bool) -> None:
    first, last = modules(None, None)
    between = {"name": "between", "type": name, "kind": kind, "calls": 1}
    assert bool(examine("linear-layers-in-a-row", bench(modules=fed([first, between, last])))) is seen
