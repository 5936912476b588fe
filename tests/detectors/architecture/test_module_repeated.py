from __future__ import annotations

from typing import Any

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench, modules
from traindx.testing.sick_benches import CHAIN

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("module-repeated", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("module-repeated", SICK["module-repeated"]["one_layer_in_six_places"](1))
    assert (found.kind, found.severity, found.first_step) == (None, "warning", 0)


def placed(name: str, places: list[str], parameters: int = 4160) -> list[dict[str, Any]]:
    return [{**modules(None)[0], "name": name, "places": places, "parameters": parameters}]


@pytest.mark.parametrize(
    "rows",
    [placed("act", ["act.0", "act.1"], 0), placed("encoder", ["encoder", "shared"]), placed("a", ["a"]), CHAIN,
     placed("class_embed.0", ["class_embed.0", "class_embed.1"])],
    ids=["without weights", "under two names", "once", "never", "heads"],
)  # fmt: skip
def test_what_is_meant(rows: list[dict[str, Any]]) -> None:
    assert loud(examine("module-repeated", bench(modules=rows))) == []
