from __future__ import annotations

import types

import numpy as np
import pytest

from traindx.guest.benches.keras_gradients import kind_of_loss, labels_in_range
from traindx.guest.unfit import Unfit


class SparseCategoricalCrossentropy:
    def __init__(self, *, from_logits: bool) -> None:
        self.from_logits = from_logits


def mean_squared_error() -> None: ...


@pytest.mark.parametrize(
    ("loss", "function"),
    [
        ("mse", "mse_loss"),
        (mean_squared_error, "mse_loss"),
        ("sparse_categorical_crossentropy", "cross_entropy_of_probabilities"),
        (SparseCategoricalCrossentropy(from_logits=True), "cross_entropy"),
        (SparseCategoricalCrossentropy(from_logits=False), "cross_entropy_of_probabilities"),
        ("binary_crossentropy", "binary_cross_entropy"),
        ("something_else", "something_else"),
    ],
)
def test_a_loss_has_the_name_of_what_it_takes(loss: object, function: str) -> None:
    assert kind_of_loss(loss)["function"] == function


def test_labels_beyond_the_outputs_are_refused() -> None:
    model = types.SimpleNamespace(output_shape=(None, 3))
    labels_in_range(model, None, np.array([0, 1, 2]))
    labels_in_range(model, None, np.array([0.5, 7.0]))
    for labels in ([1, 2, 3], [-1, 0, 1]):
        with pytest.raises(Unfit, match="has 3 outputs"):
            labels_in_range(model, None, np.array(labels))
