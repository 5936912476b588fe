from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from traindx.signals.axis import in_order


def test_of_several_values_at_one_step_the_last_finite_one_stands():
    steps, values = in_order([0, 10, 20, 10, 20, 30], [5.0, 4.0, 3.0, 7.0, float("nan"), 6.0])
    assert steps.tolist() == [0, 10, 20, 30]
    assert values.tolist() == [5.0, 7.0, 3.0, 6.0]


def test_what_is_in_order_stays_as_it_is():
    steps, values = in_order([1, 2, 5], [3.0, 2.0, 1.0])
    assert steps.tolist() == [1, 2, 5]
    assert values.tolist() == [3.0, 2.0, 1.0]


@given(st.lists(st.tuples(st.integers(0, 50), st.floats(allow_nan=True)), max_size=40))
def test_steps_rise_strictly_and_values_are_finite(pairs):
    steps, values = in_order([step for step, _ in pairs], [value for _, value in pairs])
    assert np.all(np.diff(steps) > 0)
    assert np.isfinite(values).all()
    assert set(steps.tolist()) == {step for step, value in pairs if np.isfinite(value)}
