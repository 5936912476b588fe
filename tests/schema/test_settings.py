from __future__ import annotations

import pytest

from traindx.schema.settings import class_count, loss_family


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("CrossEntropyLoss()", "cross-entropy"),
        ("sparse_categorical_crossentropy", "cross-entropy"),
        ("NLLLoss", "cross-entropy"),
        ("binary_crossentropy", "binary"),
        ("BCEWithLogitsLoss", "binary"),
        ("GaussianNLLLoss", "other"),
        ("mse", "other"),
        ("", None),
        (None, None),
    ],
)
def test_a_loss_is_known_by_its_name(name, family):
    assert loss_family(name) == family


def test_a_number_of_classes_is_whole_and_at_least_two():
    assert [class_count(one) for one in (10, "10", 10.0)] == [10, 10, 10]
    assert [class_count(one) for one in (1, 2.5, "many", None, float("nan"), float("inf"), [3])] == [None] * 7
