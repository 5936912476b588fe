import pytest

from traindx.testing import SICK, examine, loud

ID = "inputs-off-scale"


def test_odd_data_are_left_alone(odd) -> None:
    assert loud(examine(ID, odd)) == []


@pytest.mark.parametrize("name", ["bytes_as_floats", "an_income_beside_ratios"])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_large_is_found(name: str, seed: int) -> None:
    (found,) = examine(ID, SICK[ID][name](seed))
    assert (found.kind, found.severity) == ({"bytes_as_floats": "large"}.get(name, "uneven"), "warning")


def test_a_layer_that_normalizes_comes_first(told) -> None:
    first = [{"name": "n", "kind": "normalization", "calls": 1}, {"name": "l", "kind": "linear", "calls": 1}]
    assert examine(ID, told(columns={"size": 1e4}, model=(), facts={"modules": first})) == []
    assert loud(examine(ID, told(columns={"size": 1e4}, model=(), facts={"modules": first[::-1]})))


def test_without_a_model_it_is_only_mentioned(told) -> None:
    (found,) = examine(ID, told(columns={"size": 1e4}, model=()))
    assert (found.severity, found.message) == ("info", "the column c is as large as 1e+04, others 1")


@pytest.mark.parametrize(
    "more", [{"kind": "tokens"}, {"dtype": "int64"}, {"dtype": "uint8"}, {"named": [2]}, {"kind": "text"}]
)
def test_numbers_that_are_names_have_no_size(told, more) -> None:
    assert examine(ID, told(columns={"size": 1e4}, **more)) == []


@pytest.mark.parametrize("columns", [{"size": 1e4, "distinct": 1}, {"size": 90.0}, {"size": None}])
def test_constant_empty_and_somewhat_larger_columns(told, columns) -> None:
    assert examine(ID, told(columns=columns)) == []
