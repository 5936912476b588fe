import numpy as np
import pytest

from traindx.signals.column_shift import column_shift


@pytest.mark.parametrize("seed", range(10))
def test_two_halves_of_one_table_do_not_differ(seed: int) -> None:
    draw = np.random.default_rng(seed)
    table = draw.standard_cauchy((800, 300))
    assert column_shift(table[:600], table[600:]) == []


def test_the_column_that_moved() -> None:
    draw = np.random.default_rng(0)
    table, other = draw.normal(size=(500, 4)), draw.normal(size=(200, 4))
    other[:, 2] = other[:, 2] * 3 + 5
    (found,) = column_shift(table, other)
    assert found.column == 2
    assert found.medians[1] - found.medians[0] == pytest.approx(5, abs=1)
    assert found.spreads[1] / found.spreads[0] == pytest.approx(3, rel=0.3)


def test_few_rows_prove_nothing() -> None:
    assert column_shift(np.zeros((20, 2)), np.ones((20, 2))) == []
