from __future__ import annotations

import math

import numpy as np
import pytest

from traindx.signals.entropy import double_softmax_floor, smoothed_floor
from traindx.testing import HEALTHY, SICK, descent, examine, loud, noise, run

ID = "loss-stuck-at-known-floor"


def twice(seed, classes, above=0.004):
    """What two softmaxes give: from near log C down to their floor, never below it."""
    floor = double_softmax_floor(classes)
    course = (math.log(classes) - floor - above) * np.exp(-np.arange(800) / 90.0)
    return floor + above + course * 0.98 + np.abs(noise(seed, 800, 0.002))


@pytest.mark.parametrize("name", HEALTHY)
def test_healthy_curves_are_silent(name):
    assert [seed for seed in range(20) if loud(examine(ID, HEALTHY[name](seed)))] == []


def test_an_ordinary_loss_that_ends_there_does_not_keep_to_the_bounds():
    for seed in range(10):
        loss = descent(800, 2.303, 1.46, power=2.0) * np.exp(noise(seed, 800, 0.08))
        assert loud(examine(ID, run({"train/loss": loss}, classes=10))) == []


def test_smoothed_labels_are_information():
    loss = smoothed_floor(10, 0.1) + 1.8 * np.exp(-np.arange(400) / 30.0) + np.abs(noise(1, 400, 0.01))
    (one,) = examine(ID, run({"train/loss": loss}, classes=10, label_smoothing=0.1))
    assert (one.kind, one.severity) == ("label-smoothing", "info")


def test_a_run_that_is_on_its_way_stands_nowhere():
    loss = np.linspace(2.3, 1.47, 400)
    assert examine(ID, run({"train/loss": loss}, classes=10)) == []


@pytest.mark.parametrize("classes", [3, 5, 10, 100])
def test_two_softmaxes_are_told_for_any_number_of_classes(classes):
    for seed in range(5):
        (one,) = examine(ID, run({"train/loss": twice(seed, classes)}, classes=classes))
        assert (one.kind, one.severity) == ("double-softmax", "warning")


def test_where_some_predictions_are_wrong_the_accuracy_says_how_far_above_the_floor_to_stand():
    made = {"train/loss": twice(1, 10, above=0.1), "train/metric/accuracy": np.full(800, 0.9)}
    assert loud(examine(ID, run(made, classes=10)))
    made["train/metric/accuracy"] = np.full(800, 0.2)
    assert examine(ID, run(made, classes=10)) == []


def test_two_sigmoids_are_told_by_a_loss_that_does_not_follow_the_accuracy():
    loss = 0.45 + 0.2 * np.exp(-np.arange(300) / 30.0) + np.abs(noise(1, 300, 0.003))
    made = {"train/loss": loss, "train/metric/accuracy": np.full(300, 0.99)}
    (one,) = examine(ID, run(made, classes=2, loss="BCEWithLogitsLoss"))
    assert one.kind == "sigmoid-twice"


def test_a_fall_to_chance_and_no_further():
    loss = math.log(10) + 0.6 * np.exp(-np.arange(300) / 20.0) + noise(1, 300, 0.005)
    (one,) = examine(ID, run({"train/loss": loss}, classes=10))
    assert one.kind == "chance"


@pytest.mark.parametrize("name", SICK[ID])
def test_sick_curves_are_found(name):
    assert all(loud(examine(ID, SICK[ID][name](seed))) for seed in range(10))
