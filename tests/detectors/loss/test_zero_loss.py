from __future__ import annotations

import numpy as np
import pytest

from traindx.testing import HEALTHY, SICK, examine, loud, run


def answer(values, **more):
    return examine("zero-loss", run({"train/loss": values}, **more))


@pytest.mark.parametrize("name", ["hinge_to_zero", "separable", "gaussian_likelihood", "reinforcement_learning"])
def test_losses_that_come_near_zero_by_themselves_are_silent(name):
    assert [seed for seed in range(30) if loud(examine("zero-loss", HEALTHY[name](seed)))] == []


def test_zeros_that_are_left_again_are_information():
    (one,) = answer([0.0, 0.0, 0.0001, 0.0002, 0.001, 0.002])
    assert one.severity == "info"
    margin = np.where(np.random.default_rng(0).random(200) < 0.3, 0.0, 1.0)
    margin[:2], margin[-1] = 1.0, 1.0
    assert answer(margin)[0].severity in ("info", "error")


def test_a_small_loss_in_few_digits_is_silent():
    assert answer([0.9, 0.3, 0.1, 0.03, 0.01, 0.002, 0.0, 0.0, 0.0]) == []


@pytest.mark.parametrize(
    ("values", "step"),
    [([0.0] * 16, 0), ([3.846, 0.0], 1), ([1.06, 1.16, 1.19, 0.0], 3), ([6.9, 6.8] + [0.0] * 20, 2)],
)
def test_a_loss_that_is_suddenly_zero_is_an_error(values, step):
    (one,) = answer(values)
    assert (one.severity, one.first_step, one.open) == ("error", step, True)


@pytest.mark.parametrize("name", SICK["zero-loss"])
def test_sick_curves_are_found(name):
    assert all(loud(examine("zero-loss", SICK["zero-loss"][name](seed))) for seed in range(10))


def test_a_policy_whose_loss_is_zero_in_value_may_learn():
    curves = {"train/loss": np.zeros(50), "train/metric/reward": np.linspace(0.1, 0.8, 50)}
    assert loud(examine("zero-loss", run(curves))) == []
