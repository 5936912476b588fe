import numpy as np
import pytest

from traindx.signals.far_values import far_values

ROWS = 2000


def plain(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(50, 10, (ROWS, 6))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    "shape",
    ["normal", "lognormal", "pareto", "cauchy", "exponential", "poisson", "sparse", "one-hot", "two groups", "t3"],
)
def test_no_tail_is_accused_for_what_it_is(shape: str, seed: int) -> None:
    draw = np.random.default_rng(seed)
    size = (ROWS, 10)
    made = {
        "normal": draw.normal(0, 1, size),
        "lognormal": draw.lognormal(0, 1.5, size),
        "pareto": draw.pareto(1.2, size),
        "cauchy": draw.standard_cauchy(size),
        "exponential": draw.exponential(1, size),
        "poisson": draw.poisson(0.3, size).astype(float),
        "sparse": draw.lognormal(3, 1, size) * (draw.random(size) < 0.05),
        "one-hot": (draw.random(size) < 0.01).astype(float),
        "two groups": draw.normal(0, 1, size) + 40.0 * (draw.random(size) < 0.04),
        "t3": draw.standard_t(3, size),
    }[shape]
    assert far_values(made) == []


def test_a_wild_value_is_found_where_it_stands() -> None:
    table = plain(0)
    table[137, 3] = 5000.0
    (found,) = far_values(table)
    assert (found.row, found.column, found.value) == (137, 3, 5000.0)
    assert found.usual == pytest.approx(50, abs=2)


def test_a_slip_of_ten_in_a_skewed_column_is_left_alone_and_one_of_a_million_is_not() -> None:
    column = np.random.default_rng(1).lognormal(0, 1, (ROWS, 1))
    column[5] *= 10
    assert far_values(column) == []
    column[5] = 1e12
    assert [one.row for one in far_values(column)] == [5]


def test_what_is_missing_or_constant_or_short_is_no_matter() -> None:
    table = plain(2)
    table[3, 0] = np.nan
    table[:, 1] = 7.0
    table[9, 2] = np.inf
    assert far_values(table) == []
    assert far_values(np.array([[1.0], [2.0], [1e9]])) == []
