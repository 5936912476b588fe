"""The facts are held by test_keras.py on every backend; here the arithmetic on arrays."""

from __future__ import annotations

import math
import types

import numpy as np
import pytest

from traindx.guest.benches.keras_facts import SAMPLE_ROWS, _change, _described, _earlier, _labels, _target, keep


def test_an_array_is_described() -> None:
    array = np.stack([np.linspace(-1, 1, 10), np.full(10, 300.0)], axis=1).astype("float32")
    array[0, 0] = np.nan
    row = _described("input", array)
    assert (row["nan"], row["inf"], row["shape"], row["constant"]) == (1, 0, [10, 2], False)
    assert row["channels"][1]["mean"] == 300
    assert _described("input", np.ones((4, 2)))["alike"]


def test_labels_are_counted() -> None:
    assert _labels(np.array([1, 1, 3])) == {"classes": {1: 2, 3: 1}}
    assert _labels(np.eye(3, dtype="float32")) == {"binary": True, "sums_to_one": True}
    assert _labels(np.array([[0.5, 2.0]])) == {"binary": False, "sums_to_one": False}


@pytest.mark.parametrize("target", [np.array([0, 1, 0, 1]), np.eye(2)[[0, 1, 0, 1]]])
def test_the_entropy_of_the_labels(target: np.ndarray) -> None:
    assert _target(target)["entropy"] == pytest.approx(math.log(2))


def test_a_change_is_measured_against_the_scale() -> None:
    usual = np.array([[0.0, 100.0]])
    assert _change(usual, usual) == 0
    assert _change(usual, usual + 50) == pytest.approx(1)


def test_rows_of_earlier_batches_are_kept_where_they_are_alike() -> None:
    def batch(rows: int, width: int = 3) -> types.SimpleNamespace:
        return types.SimpleNamespace(batch=np.ones((rows, width)), targets=np.zeros(rows), earlier=earlier)

    earlier: list = []
    for rows, width in ((4, 3), (5, 2), (SAMPLE_ROWS, 3), (9, 3)):
        keep(batch(rows, width))
    held = _earlier(batch(1), {"x": np.ones((1, 3)), "y": np.zeros(1)})
    assert len(held["earlier_x"]) == len(held["earlier_y"]) == SAMPLE_ROWS - 5
