from __future__ import annotations

from typing import Any

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench
from traindx.testing.sick_benches import tensors

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("frozen-parameters", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("frozen-parameters", SICK["frozen-parameters"]["nothing_is_trained"](1))
    assert (found.kind, found.severity, found.first_step) == ("all", "error", 0)


def frozen(std: float, high: float, *, head: bool = True) -> Any:
    rows = tensors(trainable=False, layers=20)
    shown = {f"weight/{word}/{one['name']}": value for one in rows for word, value in (("std", std), ("max", high))}
    return bench(shown, tensors=[*rows, *([{**tensors(layers=1)[0], "name": "head.weight"}] if head else [])])


def test_layers_that_are_as_they_were_drawn() -> None:
    (found,) = examine("frozen-parameters", frozen(0.125 / 3**0.5, 0.1249))
    assert (found.kind, found.severity) == ("as-drawn", "info")


@pytest.mark.parametrize(("std", "high"), [(0.09, 0.5), (0.125 / 3**0.5, 0.2), (0.02, 0.07)])
def test_a_trained_backbone(std: float, high: float) -> None:
    (found,) = examine("frozen-parameters", frozen(std, high))
    assert (found.kind, found.severity) == ("most", "info")


def test_a_few_tables() -> None:
    rows = [*tensors(), {**tensors(layers=1)[0], "name": "places", "role": "embedding", "trainable": False}]
    (found,) = examine("frozen-parameters", bench(tensors=rows))
    assert (found.kind, found.severity, found.evidence["names"]) == ("some", "info", ["places"])
