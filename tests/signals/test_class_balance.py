import math

import numpy as np
import pytest

from traindx.signals.class_balance import class_balance


def test_counts_come_most_frequent_first() -> None:
    balance = class_balance([2, 0, 2, 2, 0, 7])
    assert list(balance.counts.items()) == [(2, 3), (0, 2), (7, 1)]
    assert balance.ratio == 3.0


def test_even_classes_are_as_many_as_they_are() -> None:
    balance = class_balance(np.arange(400) % 4)
    assert balance.entropy == pytest.approx(math.log(4))
    assert balance.effective == pytest.approx(4.0)


def test_texts_are_labels_too() -> None:
    assert class_balance(np.array(["cat", "dog", "cat"])).counts == {"cat": 2, "dog": 1}


def test_nothing_and_one_class() -> None:
    assert class_balance([]).counts == {}
    assert class_balance([]).ratio == 1.0
    assert class_balance([1, 1, 1]).entropy == 0.0
