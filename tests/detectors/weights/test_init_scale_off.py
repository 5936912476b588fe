from __future__ import annotations

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud
from traindx.testing.bench import bench, loss
from traindx.testing.sick_benches import CHAIN, numbers, sizes, tensors, weights

HEALTHY_LOOKS = ("a_usual_start", "a_head_and_branches_that_begin_at_zero", "a_trained_model_of_large_weights")


@pytest.mark.parametrize("name", HEALTHY_LOOKS)
def test_healthy(name: str) -> None:
    assert loud(examine("init-scale-off", HEALTHY[name](1))) == []


def test_sick() -> None:
    (found,) = examine("init-scale-off", SICK["init-scale-off"]["weights_of_thirty_times"](1))
    assert (found.kind, found.severity, found.first_step) == ("too-large", "warning", 0)


NORM = {"name": "norm", "type": "LayerNorm", "kind": "normalization", "calls": 1}


def test_outputs_far_outside_the_targets() -> None:
    entering = loss("mse_loss", [64, 1], [64, 1], std=5000.0)
    entering["target"]["std"] = 1.0
    (found,) = examine("init-scale-off", bench(weights(3.0), tensors=tensors(), modules=CHAIN, loss=entering))
    assert (found.kind, found.severity) == ("too-large", "warning")


def test_units_at_their_bound() -> None:
    shown = {**weights(3.0), **numbers("act/saturated", [0.9, 0.8])}
    (found,) = examine("init-scale-off", bench(shown, tensors=tensors(), modules=CHAIN))
    assert found.severity == "warning"


def test_next_to_nothing_arrives() -> None:
    shown = {**weights(1e-3), **sizes([0.01, 1e-4, 1e-6, 1e-8])}
    (found,) = examine("init-scale-off", bench(shown, tensors=tensors(), modules=CHAIN))
    assert (found.kind, found.severity) == ("too-small", "warning")
    (found,) = examine("init-scale-off", bench(shown, tensors=tensors(), modules=[*CHAIN, NORM]))
    assert found.severity == "info", "what is normalised does not mind"


@pytest.mark.parametrize("std", [1 / 13.9, 0.177, 0.02, 0.125, 0.7])
def test_usual_starts_and_trained_weights(std: float) -> None:
    assert examine("init-scale-off", bench({**weights(std), "train/loss": 9.0}, {"classes": 10}, tensors=tensors(),
                                           modules=CHAIN)) == []  # fmt: skip
