from __future__ import annotations

import pytest

from traindx.testing import HEALTHY, SICK, examine, loud, run


def answer(values, name="train/loss", **settings):
    return examine("negative-cross-entropy", run({name: values}, **settings))


@pytest.mark.parametrize("name", ["gaussian_likelihood", "reinforcement_learning", "hinge_to_zero", "power_law"])
def test_losses_that_may_be_negative_or_never_are_stay_silent(name):
    assert [seed for seed in range(20) if examine("negative-cross-entropy", HEALTHY[name](seed))] == []


@pytest.mark.parametrize(
    ("values", "settings"),
    [
        ([1.0, 0.2, -0.8], {}),
        ([1.0, 0.2, -0.8], {"loss": "GaussianNLLLoss", "classes": 10}),
        ([0.2, 1e-5, -1e-5], {"loss": "CrossEntropyLoss"}),
        ([0.2, -0.5, -0.9], {"classes": 10}),
    ],
)
def test_nobody_is_accused_without_a_name_or_for_rounding(values, settings):
    assert answer(values, **settings) == []


@pytest.mark.parametrize("loss", ["CrossEntropyLoss()", "binary_crossentropy", "ctc"])
def test_a_named_cross_entropy_below_zero_is_a_violated_invariant(loss):
    (one,) = answer([2.3, 1.0, -0.4, -2.0], loss=loss)
    assert (one.severity, one.first_step, one.invariant) == ("error", 2, True)


def test_a_term_is_known_by_its_own_name():
    (one,) = answer([3.0, -5.67e35], name="train/loss/ctc")
    assert one.severity == "error"


def test_a_start_at_chance_makes_it_likely_but_not_certain():
    (one,) = answer([2.31, 1.0, -0.4, -2.0], classes=10)
    assert (one.severity, one.invariant, one.evidence["assumed"]) == ("warning", False, True)


@pytest.mark.parametrize("name", SICK["negative-cross-entropy"])
def test_sick_curves_are_found(name):
    assert all(loud(examine("negative-cross-entropy", SICK["negative-cross-entropy"][name](s))) for s in range(10))


@pytest.mark.parametrize(("name", "settings"), [("train/loss", {"loss": "mse"}), ("train/metric/mse", {})])
def test_a_squared_error_cannot_be_negative_either(name, settings):
    (one,) = answer([-1.7642, -55.0, -21559.0], name=name, **settings)
    assert (one.severity, one.invariant) == ("error", True)
    assert one.message.endswith("an error cannot be negative")


def test_a_likelihood_that_a_writer_calls_a_squared_error_may_be_negative():
    assert answer([0.4, -0.0544, -0.8], name="train/metric/mse", loss="gaussian-nll") == []


@pytest.mark.parametrize(("value", "kind"), [(-0.5, "below-zero"), (-300.0, "below-zero"), (-5.67e35, "out-of-range")])
def test_how_far_below_zero(value, kind):
    made = {"train/loss": [3.0, 2.5, 2.6], "train/loss/ctc": [40.0, value, 30.0]}
    (one,) = examine("negative-cross-entropy", run(made, per="epoch"))
    assert (one.severity, one.kind) == ("error", kind)
