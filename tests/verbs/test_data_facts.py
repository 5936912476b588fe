import json

import numpy as np
import pandas as pd

from traindx.verbs.data_facts import ROWS, data_facts
from traindx.verbs.given_data import given, target


def facts(x, y=None, **more):
    return data_facts(given(x), None if y is None else target(y), **more)


def test_it_is_plain_data() -> None:
    draw = np.random.default_rng(0)
    x = pd.DataFrame(draw.normal(size=(300, 3)), columns=["a", "b", "c"]).assign(town=["x", "y", None] * 100)
    fact = facts(x, draw.integers(0, 2, 300), val=given(x[:50]), val_y=target(draw.integers(0, 2, 50)))
    json.dumps(fact, allow_nan=False)
    assert fact["named"] == [3]
    assert fact["validation"]["shared"] == 50


def test_places_are_those_of_the_whole_set() -> None:
    draw = np.random.default_rng(1)
    x = draw.normal(size=(3 * ROWS, 3))
    labels = (x[:, 0] > 0).astype(int)
    x[::2, 1] = 3.0  # every row counts, drawn or not
    fact = facts(x, labels)
    assert fact["rows"] == fact["looked"] == 3 * ROWS
    assert max(fact["noise"]["rows"], default=ROWS + 1) > ROWS


def test_what_is_measured_again_is_no_copy() -> None:
    draw = np.random.default_rng(2)
    x = np.repeat(draw.normal(size=(50, 3)), 4, axis=0)
    assert facts(x, draw.normal(size=200))["equal"]["copies"] == 0
    assert facts(x, np.repeat(draw.normal(size=50), 4))["equal"]["copies"] == 150


def test_odd_shapes() -> None:
    for x in (np.zeros((0, 3)), np.zeros((1, 1)), np.zeros((5, 0)), np.full((4, 2), np.nan), np.array(["a", "b"])):
        assert facts(x, np.zeros(len(x), dtype=int))["rows"] == len(x)
