import pytest

from traindx.testing import SICK, examine, loud

ID = "nan-inputs"


def test_odd_data_are_left_alone(odd) -> None:
    assert loud(examine(ID, odd)) == []


@pytest.mark.parametrize("seed", range(3))
def test_gaps(seed: int) -> None:
    (found,) = examine(ID, SICK[ID]["gaps_in_a_column"](seed))
    assert (found.kind, found.severity, found.evidence["worst"]) == ("missing", "error", "2")
    assert found.evidence["rows"]


def test_both_kinds_at_once(told) -> None:
    found = examine(ID, told(columns={"missing": 3, "infinite": 1}))
    assert [(one.kind, one.evidence["count"]) for one in found] == [("missing", 3), ("infinite", 1)]
    assert found[1].message.startswith("1 input is infinite in ")


def test_a_name_that_is_missing_is_a_name(told) -> None:
    assert examine(ID, told(columns={"missing": 3}, named=[2])) == []
