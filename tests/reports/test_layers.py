"""What the pictures of layers are made of."""

import math

import numpy as np
import pytest

from traindx.reports.layers import colours, flow, heats, kept
from traindx.schema import Run, Series


def made(**layers) -> Run:
    series = {}
    for name, values in layers.items():
        key = f"grad/norm/{name}"
        series[key] = Series.of(key, 10 * np.arange(len(values)), values)
    return Run("r", "r.csv", "csv", series=series)


def test_a_row_says_early_and_late():
    first, second = flow(made(a=np.linspace(1.0, 4.0, 9), b=[0.0] * 9))
    assert (first.layer, first.early, first.late, first.low, first.high) == ("a", 1.375, 3.625, 1.0, 4.0)
    assert (second.zeros, second.late, math.isnan(second.high)) == (1.0, 0.0, True)


def test_one_layer_is_a_curve():
    assert flow(made(a=[1.0, 2.0])) == []
    assert heats(made(a=[1.0, 2.0]), 10) == []


def test_what_is_not_finite_is_counted_and_left_out():
    first, _ = flow(made(a=[1.0, math.nan, 3.0], b=[1.0] * 3))
    assert (first.broken, first.early, first.late) == (pytest.approx(1 / 3), 1.0, 3.0)


def test_one_step_has_a_flow_and_no_heat():
    run = made(a=[1.0], b=[0.1])
    assert len(flow(run)) == 2
    assert heats(run, 10) == []


def test_cells_of_a_heat_map():
    (heat,) = heats(made(a=[1.0, 2.0, 3.0], b=[0.0, math.inf, 5.0]), 10)
    assert (heat.layers, heat.steps) == (["a", "b"], [0, 10, 20, 30])
    assert heat.values.tolist() == [[1.0, 2.0, 3.0], [0.0, math.inf, 5.0]]


def test_many_steps_share_a_column():
    values = np.ones(1000)
    values[500] = np.nan
    (heat,) = heats(made(a=values, b=np.arange(1000.0)), 20)
    assert heat.values.shape == (2, 20)
    assert np.isinf(heat.values[0]).sum() == 1
    assert (np.diff(heat.values[1]) > 0).all()


def test_layers_of_other_steps_leave_cells_empty():
    run = made(a=[1.0, 2.0, 3.0], b=[1.0])
    assert np.isnan(heats(run, 10)[0].values[1]).tolist() == [False, True, True]


@pytest.mark.parametrize("values", [[0.0] * 5, [math.nan] * 5, [2.0] * 5, [1e-300, 1e300, 1.0, 1.0, 1.0]])
def test_colours_have_two_ends(values):
    (heat,) = heats(made(a=values, b=values), 10)
    low, high = colours(heat)
    assert 0 < low < high < math.inf


def test_layers_that_a_finding_names_are_kept():
    layers = [f"l{at}" for at in range(1000)]
    places = kept(layers, 50, {"l777"})
    assert len(places) == 50
    assert 777 in places
    assert places == sorted(places)
    assert (places[0], places[-1]) == (0, 999)
    assert kept(layers[:40], 50, set()) == list(range(40))
