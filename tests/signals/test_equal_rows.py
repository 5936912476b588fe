import numpy as np

from traindx.signals.equal_rows import equal_rows, shared_rows


def test_copies_are_paired_with_the_first() -> None:
    table = np.random.default_rng(0).normal(size=(20, 3))
    table[7] = table[2]
    table[11] = table[2]
    seen = equal_rows(table)
    assert (seen.copies, seen.largest) == (2, 3)
    assert seen.pairs == [(2, 7), (2, 11)]


def test_labels_that_contradict_each_other() -> None:
    table = np.array([[1.0], [1.0], [2.0], [2.0], [3.0]])
    assert equal_rows(table, np.array([0, 1, 1, 1, 0])).conflicting == 2


def test_zero_is_minus_zero_and_missing_is_missing() -> None:
    assert equal_rows(np.array([[0.0, np.nan], [-0.0, -np.nan]])).copies == 1


def test_nothing_equals_nothing() -> None:
    assert equal_rows(np.zeros((0, 3))).copies == 0
    assert shared_rows(np.zeros((0, 3)), np.ones((2, 3))).size == 0
    assert shared_rows(np.ones((2, 3)), np.ones((2, 4))).size == 0


def test_rows_of_another_table() -> None:
    draw = np.random.default_rng(1)
    table = draw.normal(size=(50, 4))
    other = np.concatenate([table[[3, 9]], draw.normal(size=(10, 4))])
    assert shared_rows(table, other).tolist() == [0, 1]
    assert shared_rows(table, other.astype(np.float16).astype(float)).size == 0
    assert shared_rows(table, other.astype(np.float32).astype(float), rounded=True).tolist() == [0, 1]
