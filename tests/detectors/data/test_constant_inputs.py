from traindx.testing import SICK, examine, loud

ID = "constant-inputs"


def test_odd_data_are_left_alone(odd) -> None:
    assert loud(examine(ID, odd)) == []


def test_one_row_again_and_again() -> None:
    (found,) = examine(ID, SICK[ID]["a_loader_that_repeats_one_row"](0))
    assert (found.kind, found.severity) == ("alike", "error")


def test_a_constant_column_is_only_mentioned(told) -> None:
    (found,) = examine(ID, told(columns={"distinct": 1}))
    assert (found.kind, found.severity, found.evidence["columns"]) == ("columns", "info", ["c"])


def test_a_column_with_gaps_is_not_constant(told) -> None:
    assert examine(ID, told(columns={"distinct": 1, "missing": 4})) == []


def test_few_rows_may_be_the_same(told) -> None:
    assert examine(ID, told(columns={"distinct": 1}, looked=7)) == []
