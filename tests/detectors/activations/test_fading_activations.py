from __future__ import annotations

from typing import Any

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench
from traindx.testing.sick_benches import CHAIN, sizes

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("fading-activations", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("fading-activations", SICK["fading-activations"]["outputs_that_vanish"](1))
    assert (found.kind, found.severity, found.first_step) == (None, "warning", 0)


NORM = {"name": "norm", "type": "LayerNorm", "kind": "normalization", "calls": 1}


@pytest.mark.parametrize(
    ("known", "chain"),
    [([0.5, 0.1, 0.01, 1e-9], CHAIN), ([0.1, 1e-3, 1e-7, 1e-8], [*CHAIN, NORM]), ([0.5, 0.0, 0.0, 0.1], CHAIN)],
    ids=["a head near zero", "normalised", "dead"],
)
def test_what_only_looks_like_it(known: list[float], chain: list[dict[str, Any]]) -> None:
    assert examine("fading-activations", bench(sizes(known), modules=chain)) == []
