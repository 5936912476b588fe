from __future__ import annotations

import numpy as np
import pytest

from traindx.testing import HEALTHY, SICK, descent, examine, run

NAN = float("nan")


def found(values, **more):
    (one,) = examine("nan-loss", run({"train/loss": values}, **more))
    return one


@pytest.mark.parametrize("name", ["power_law", "short_log", "gaussian_likelihood", "adversarial"])
def test_finite_losses_are_silent(name):
    assert all(examine("nan-loss", HEALTHY[name](seed)) == [] for seed in range(5))


@pytest.mark.parametrize(
    ("name", "kind", "step"),
    [
        ("nan_after_climbing", "after-climbing", 220),
        ("nan_from_the_start", "from-the-start", 0),
        ("nan_out_of_the_calm", "out-of-the-calm", 170),
    ],
)
def test_each_kind_is_told(name, kind, step):
    (one,) = examine("nan-loss", SICK["nan-loss"][name](1))
    assert (one.severity, one.kind, one.first_step, one.known_step, one.open) == ("error", kind, step, step, True)


def test_infinity_counts():
    assert found([2.0, 1.9, float("inf")]).severity == "error"


@pytest.mark.parametrize("values", [[0.329, NAN, 0.253, 0.151], [NAN, 3.0, 2.9, 2.8, 2.7]])
def test_a_lone_value_that_passes_is_a_warning_in_a_short_log_too(values):
    assert (found(values).severity, found(values).kind) == ("warning", "passing")


def test_a_few_lone_values_among_thousands_pass_and_many_do_not():
    loss = descent(3000, 3.0, 0.5)
    loss[[5, 80, 2000]] = np.inf
    assert found(loss).kind == "passing"
    loss[::20] = np.nan
    assert found(loss).severity == "error"


@pytest.mark.parametrize("values", [[1.0, NAN], [1.0, 0.9, NAN, 0.8], [1.0, NAN, NAN, 0.9, 0.8, 0.7]])
def test_what_may_still_stand_or_came_twice_in_a_row_has_not_passed(values):
    assert found(values).severity == "error"


def test_a_term_of_the_loss_is_watched_too():
    (one,) = examine("nan-loss", run({"train/loss": [1.0, 1.0], "train/loss/box": [NAN, NAN]}))
    assert one.series == "train/loss/box"


def test_validation_alone_is_a_warning():
    (one,) = examine("nan-loss", run({"train/loss": [1.0, 0.9], "val/loss": [NAN, NAN]}))
    assert (one.severity, one.series) == ("warning", "val/loss")


def test_a_perplexity_is_a_loss_by_another_name():
    (one,) = examine("nan-loss", run({"train/metric/perplexity": [NAN] * 5}))
    assert one.kind == "from-the-start"


@pytest.mark.parametrize(
    ("values", "kind", "first", "known"),
    [
        ([87.3365] * 4, "cut-off", 0, 50),
        ([9.22, 8.1, 7.7, *[87.3365] * 8], "cut-off", 150, 200),
        ([7.4, 6.9, 87.3365, 6.9, 9.4, 87.3365, *[30.0, 7.0] * 20], "cut-off", 100, 250),
        ([7.0, 87.3365, 87.3365, NAN, NAN], "cut-off", 50, 100),
        ([7.0, NAN, NAN, 87.3365, 87.3365], "out-of-the-calm", 50, 50),
    ],
)
def test_the_number_in_its_place(values, kind, first, known):
    one = found(values, every=50)
    assert (one.kind, one.first_step, one.known_step) == (kind, first, known)


def test_in_a_term_of_the_sum():
    made = {"train/loss": [184.0, 1746.7, 1746.7], "train/loss/cross_entropy": [9.2177, 87.3365, 87.3365]}
    (one,) = examine("nan-loss", run(made, every=100))
    assert (one.series, one.severity, one.first_step) == ("train/loss/cross_entropy", "error", 100)


def test_a_perplexity_that_is_cut_off():
    (one,) = examine("nan-loss", run({"train/metric/perplexity": [2.688117e43] * 6}, every=50))
    assert (one.severity, one.kind) == ("error", "cut-off")


@pytest.mark.parametrize("values", [[90.0, 87.3365, 85.0], [87.3, 87.34, 87.336, 87.337], [2.69e43, 2.7e43]])
def test_numbers_near_the_end_are_numbers(values):
    assert examine("nan-loss", run({"train/loss": values})) == []
