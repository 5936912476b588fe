import numpy as np

from traindx.signals.single_column import skills


def test_a_column_that_is_the_target() -> None:
    draw = np.random.default_rng(0)
    target = draw.integers(0, 3, 600)
    table = np.column_stack([draw.normal(size=600), target * 2.0 - 1, draw.permutation(600)])
    told = skills(table, target, classes=True)
    assert told[1] == 1.0
    assert max(told[0], told[2]) < 0.15


def test_numbers_by_any_curve() -> None:
    draw = np.random.default_rng(1)
    column = draw.normal(size=2000)
    told = skills(np.column_stack([column, draw.normal(size=2000)]), column**2, classes=False)
    assert told[0] > 0.98
    assert told[1] < 0.05


def test_a_number_of_each_row_tells_nothing_of_shuffled_rows() -> None:
    draw = np.random.default_rng(2)
    assert skills(np.arange(1000.0)[:, None], draw.integers(0, 2, 1000), classes=True)[0] < 0.1


def test_sorted_rows_are_told_by_their_number() -> None:
    assert skills(np.arange(1000.0)[:, None], np.repeat([0, 1], 500), classes=True)[0] > 0.9


def test_one_class_or_one_value_leaves_nothing_to_tell() -> None:
    assert skills(np.arange(50.0)[:, None], np.zeros(50), classes=True)[0] == 0.0
    assert skills(np.ones((50, 1)), np.arange(50.0), classes=False)[0] == 0.0
    assert skills(np.ones((1, 1)), np.ones(1), classes=False)[0] == 0.0
