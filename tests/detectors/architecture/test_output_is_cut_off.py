from __future__ import annotations

from typing import Any

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench, loss

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("output-is-cut-off", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("output-is-cut-off", SICK["output-is-cut-off"]["a_rectifier_behind_the_last_layer"](1))
    assert (found.kind, found.severity, found.first_step) == ("one-sided", "error", 0)


def ended(activation: str | None, function: str, **target: float) -> dict[str, Any]:
    made = loss(function, [64, 10], [64])
    return {**made, "entered_from": activation, "target": {"shape": [64], **target}}


@pytest.mark.parametrize(("activation", "function", "kind"),
                         [("tanh", "cross_entropy", "bounded"), ("sigmoid", "cross_entropy", "bounded"),
                          ("relu", "binary_cross_entropy_with_logits", "one-sided")])  # fmt: skip
def test_what_holds_logits(activation: str, function: str, kind: str) -> None:
    (found,) = examine("output-is-cut-off", bench(loss=ended(activation, function)))
    assert (found.kind, found.severity, found.invariant) == (kind, "error", True)


def test_targets_out_of_reach() -> None:
    (found,) = examine("output-is-cut-off", bench(loss=ended("sigmoid", "mse_loss", min=-3.0, max=90.0)))
    assert (found.kind, found.invariant) == ("targets-beyond", False)


@pytest.mark.parametrize(
    "entering",
    [ended("sigmoid", "binary_cross_entropy"), ended("softmax", "nll_loss"), ended("log_softmax", "cross_entropy"),
     ended("relu", "mse_loss", min=0.0, max=300.0), ended("tanh", "mse_loss", min=-1.0, max=1.0),
     ended(None, "cross_entropy"), ended("leakyrelu", "cross_entropy"), ended("sigmoid", "mse_loss", min=5.0, max=5.0)],
)  # fmt: skip
def test_what_is_meant(entering: dict[str, Any]) -> None:
    assert examine("output-is-cut-off", bench(loss=entering)) == []
