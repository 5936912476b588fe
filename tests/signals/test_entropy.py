from __future__ import annotations

import math

import numpy as np
import pytest

from traindx.signals.entropy import (
    classes_of,
    double_sigmoid_bounds,
    double_softmax_floor,
    entropy,
    smoothed_floor,
    uniform,
)


def cross_entropy(logits, target):
    return float(-np.sum(target * (logits - np.log(np.exp(logits).sum()))))


@pytest.mark.parametrize("classes", [2, 3, 10, 100, 1000])
def test_the_floor_of_two_softmaxes_is_what_a_perfect_probability_vector_costs(classes):
    perfect = np.eye(classes)[0]
    assert double_softmax_floor(classes) == pytest.approx(cross_entropy(perfect, perfect))
    wrong = np.eye(classes)[1]
    assert cross_entropy(wrong, perfect) == pytest.approx(double_softmax_floor(classes) + 1.0)


@pytest.mark.parametrize(("classes", "value"), [(2, 0.1985), (5, 0.3897), (10, 0.5003), (100, 0.7778), (1000, 1.0148)])
def test_smoothed_labels_cost_their_own_entropy(classes, value):
    assert smoothed_floor(classes, 0.1) == pytest.approx(value, abs=1e-4)
    assert smoothed_floor(classes, 0.0) == 0.0
    assert smoothed_floor(classes, 1.0) == pytest.approx(uniform(classes))


def test_two_sigmoids():
    positive, negative = double_sigmoid_bounds()
    assert positive == pytest.approx(-math.log(1 / (1 + math.exp(-1.0))))
    assert negative == pytest.approx(-math.log(1 - 1 / (1 + math.exp(0.0))))


def test_entropy_of_equal_shares_is_that_of_equal_guesses_and_less_for_unequal_ones():
    assert entropy([5.0] * 10) == pytest.approx(uniform(10))
    assert entropy([0.9, 0.1]) < uniform(2)
    assert entropy([1.0, 0.0]) == 0.0


def test_a_level_is_recognised_as_a_count_of_classes_within_its_tolerance_only():
    assert classes_of(2.3026, tolerance=1e-3) == 10
    assert classes_of(6.9063, tolerance=1e-3) == 1000
    assert classes_of(2.35, tolerance=1e-3) is None
    assert classes_of(0.01, tolerance=1e-3) is None
