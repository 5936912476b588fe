from __future__ import annotations

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench
from traindx.testing.sick_benches import numbers, tensors, weights

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("zero-weights", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("zero-weights", SICK["zero-weights"]["nothing_but_zeros"](1))
    assert (found.kind, found.severity, found.first_step) == ("locked", "error", 0)


def test_most_without_gradients_being_known() -> None:
    (found,) = examine("zero-weights", bench(weights(0.0, zeros=4096.0), tensors=tensors()))
    assert (found.kind, found.severity, found.evidence["matrices"]) == ("most", "warning", 4)


def test_a_head_of_zeros_is_a_choice() -> None:
    (found,) = examine("zero-weights", HEALTHY["a_head_and_branches_that_begin_at_zero"](0))
    assert (found.kind, found.severity, found.layer) == ("some", "info", "6.weight")


def test_a_loss_of_zero_gives_no_gradient_to_anything() -> None:
    shown = {**numbers("grad/norm", [0.0] * 4, ".weight"), **weights(0.1), "train/loss": 0.0}
    shown.update({"weight/zeros/6.weight": 4096.0})
    assert loud(examine("zero-weights", bench(shown, tensors=tensors()))) == []
