from __future__ import annotations

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench
from traindx.testing.sick_benches import CHAIN, sizes

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("exploding-activations", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("exploding-activations", SICK["exploding-activations"]["outputs_that_multiply"](1))
    assert (found.kind, found.severity, found.first_step) == (None, "warning", 0)


@pytest.mark.parametrize("known", [[1.0, 3.0, 9.0, 27.0], [1.0, 1.0, 1.0, 1e5], [1.0, 800.0, 0.5, 0.1]],
                         ids=["a residual stream", "the head", "one large layer"])  # fmt: skip
def test_what_only_looks_like_it(known: list[float]) -> None:
    assert examine("exploding-activations", bench(sizes(known), modules=CHAIN)) == []
