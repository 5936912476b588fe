from __future__ import annotations

import math

import pytest

from traindx.schema import Series, Unseen
from traindx.testing import HEALTHY, SICK, examine, loud, run
from traindx.testing.bench import bench


def answer(values, **settings):
    return examine("initial-loss-off", run({"train/loss": values}, **settings))


@pytest.mark.parametrize("name", ["correlated_noise", "late_start", "language_model", "separable"])
def test_healthy_heads_are_silent(name):
    assert [seed for seed in range(20) if loud(examine("initial-loss-off", HEALTHY[name](seed)))] == []


@pytest.mark.parametrize("ratio", [0.95, 1.0, 1.14, 1.41])
def test_what_healthy_programs_began_with_is_silent(ratio):
    assert answer([ratio * math.log(10)], classes=10, batch_size=32) == []


def test_trained_weights_begin_below_chance_and_alarm_nobody():
    (one,) = answer([0.4, 0.3], classes=10)
    assert (one.severity, one.kind) == ("info", "below-chance")


def test_sums_of_terms_other_losses_later_parts_and_means_are_not_judged():
    assert examine("initial-loss-off", run({"train/loss": [15.0], "train/loss/box": [9.0]}, classes=80)) == []
    assert answer([900.0], classes=10, loss="mse") == []
    assert examine("initial-loss-off", run({"train/loss": [7.0]}, start=5000, classes=10)) == []
    assert examine("initial-loss-off", run({"train/loss": [7.0]}, per="epoch", classes=10)) == []


def test_without_classes_nobody_can_look():
    assert isinstance(answer([9.0]), Unseen)


@pytest.mark.parametrize(
    ("start", "settings", "kind", "severity"),
    [
        (147.4, {"classes": 10, "batch_size": 64}, "batch-times-chance", "error"),
        (1.41 * 32 * math.log(5), {"classes": 5, "batch_size": "32"}, "batch-times-chance", "error"),
        (4.165, {"classes": 10, "batch_size": 64}, "log-batch", "warning"),
        (3.45, {"classes": 5, "batch_size": 32}, "log-batch", "warning"),
        (6.91, {"classes": 10, "batch_size": 32}, "other-width", "warning"),
        (23.0, {"classes": 10}, "far-above-chance", "warning"),
        (9.6, {"vocabulary": 100}, "far-above-chance", "warning"),
    ],
)
def test_each_kind_is_told(start, settings, kind, severity):
    (one,) = answer([start, start * 0.99], **settings)
    assert (one.kind, one.severity, one.first_step, one.known_step) == (kind, severity, 0, 0)


@pytest.mark.parametrize("name", SICK["initial-loss-off"])
def test_sick_curves_are_found(name):
    assert all(loud(examine("initial-loss-off", SICK["initial-loss-off"][name](seed))) for seed in range(10))


def test_a_window_that_begins_the_training_counts_as_its_beginning():
    first = Series.of("train/loss", [200, 400], [30.0, 20.0], per="window", window=200)
    assert loud(examine("initial-loss-off", run({"train/loss": first}, classes=10)))


def test_a_look_at_a_trained_model_may_fall_on_any_number_below_chance():
    looked = bench({"train/loss": math.log(16)}, settings={"classes": 48, "batch_size": 16, "loss": "cross_entropy"})
    assert loud(examine("initial-loss-off", looked)) == []


def test_a_loss_to_which_more_was_added_is_not_judged_on_the_bench():
    found = [
        bool(examine("initial-loss-off", bench({"train/loss": 30.0}, settings={"classes": 48}, loss={"whole": whole})))
        for whole in (True, False)
    ]
    assert found == [True, False]
