from __future__ import annotations

import numpy as np
import pytest

from traindx.testing import HEALTHY, SICK, examine, loud, noise, run


def answer(values, **more):
    return examine("constant-loss", run({"train/loss": values}, **more))


@pytest.mark.parametrize("name", ["printed_with_four_digits", "separable", "converged", "fine_tuning_at_its_floor"])
def test_losses_that_move_are_silent(name):
    assert [seed for seed in range(30) if loud(examine("constant-loss", HEALTHY[name](seed)))] == []


def test_a_small_loss_that_stands_still_for_want_of_digits_is_silent():
    assert answer([0.9, 0.4, 0.1, *[0.0123] * 30], every=10) == []


def test_two_digits_do_agree_by_chance():
    assert answer([2.3] * 30, every=10) == []


def test_a_writer_that_repeats_its_last_value_is_information():
    (one,) = answer(np.repeat([2.3031, 1.9772, 1.5343, 1.2212], 50))
    assert one.severity == "info" or one.first_step == 150


def test_zeros_are_the_subject_of_another():
    assert answer([0.0] * 40) == []


@pytest.mark.parametrize(
    ("values", "more", "step"),
    [
        ([2.3026] * 39, {}, 0),
        ([2.3026] * 6, {"per": "epoch", "unit": "epoch"}, 0),
        ([9.22, 8.1, 7.7, *[87.3465] * 8], {"every": 20}, 60),
    ],
)
def test_the_same_number_again_and_again_is_an_error(values, more, step):
    (one,) = answer(values, **more)
    assert (one.severity, one.first_step, one.open) == ("error", step, True)


@pytest.mark.parametrize("name", SICK["constant-loss"])
def test_sick_curves_are_found(name):
    assert all(loud(examine("constant-loss", SICK["constant-loss"][name](seed))) for seed in range(10))


def test_validation_that_never_moves_shows_a_model_that_does_not_change():
    made = run({"train/loss": 0.98 + noise(1, 60, 0.2), "val/loss": [0.82411] * 12})
    (one,) = examine("constant-loss", made)
    assert (one.severity, one.series) == ("error", "val/loss")


@pytest.mark.parametrize(("moving", "severity"), [(24, "info"), (6, "warning")])
def test_validation_that_stands_when_the_rate_has_run_out(moving, severity):
    val = [*np.linspace(2.2, 0.71234, moving), *[0.71234] * 8]
    found = [one.severity for one in examine("constant-loss", run({"train/loss": [1.0, 0.9], "val/loss": val}))]
    assert found == [severity]


@pytest.mark.parametrize("name", ["train/loss", "train/metric/perplexity"])
def test_where_numbers_end_another_finding_speaks(name):
    value = 87.3365 if name == "train/loss" else 2.688117e43
    assert examine("constant-loss", run({name: [value] * 8}, every=50)) == []


def test_a_term_that_is_constant_by_design_is_silent():
    assert examine("constant-loss", run({"train/loss": [1.0, 0.9], "train/loss/prior": [0.12345] * 50})) == []
