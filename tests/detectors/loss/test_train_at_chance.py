from __future__ import annotations

import math

import numpy as np
import pytest

from traindx.schema import Unseen
from traindx.testing import HEALTHY, SICK, examine, loud, noise, run


@pytest.mark.parametrize("name", HEALTHY)
def test_healthy_curves_are_silent(name):
    assert [seed for seed in range(20) if loud(examine("train-at-chance", HEALTHY[name](seed)))] == []


def test_slow_learning_is_not_chance():
    assert loud(examine("train-at-chance", SICK["slow-descent"]["straight_and_smooth"](1))) == []


def test_a_few_first_steps_are_a_beginning():
    assert loud(examine("train-at-chance", run({"train/loss": math.log(10) + noise(1, 20, 0.01)}, classes=10))) == []


def test_other_losses_have_no_chance_and_without_classes_nobody_can_look():
    assert examine("train-at-chance", run({"train/loss": [2.303] * 30}, classes=10, loss="mse")) == []
    assert isinstance(examine("train-at-chance", run({"train/loss": [2.303] * 30})), Unseen)


@pytest.mark.parametrize("name", SICK["train-at-chance"])
def test_sick_curves_are_found(name):
    assert all(loud(examine("train-at-chance", SICK["train-at-chance"][name](seed))) for seed in range(10))


@pytest.mark.parametrize(("scale", "classes"), [(1.0, 10), (100.0, 10), (1.0, 2)])
def test_an_accuracy_at_chance_is_found_as_share_and_as_percent(scale, classes):
    accuracy = scale * (1.0 / classes + noise(1, 20, 0.03 / classes))
    made = run({"train/metric/accuracy": accuracy}, per="epoch", unit="epoch", classes=classes)
    (one,) = examine("train-at-chance", made)
    assert (one.severity, one.series) == ("error", "train/metric/accuracy")


def test_a_binary_loss_has_its_own_chance():
    made = run({"train/loss": 0.6931 + noise(1, 100, 0.004)}, classes=80, loss="BCEWithLogitsLoss")
    assert [one.severity for one in examine("train-at-chance", made)] == ["error"]


def test_an_accuracy_that_left_chance_is_silent():
    accuracy = np.linspace(0.1, 0.6, 20)
    assert examine("train-at-chance", run({"train/metric/accuracy": accuracy}, per="epoch", classes=10)) == []
