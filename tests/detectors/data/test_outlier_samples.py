import pytest

from traindx.testing import SICK, examine, loud

ID = "outlier-samples"


def test_odd_data_are_left_alone(odd) -> None:
    assert loud(examine(ID, odd)) == []


@pytest.mark.parametrize("seed", range(3))
def test_a_slip_of_the_unit(seed: int) -> None:
    (found,) = examine(ID, SICK[ID]["a_slip_of_the_unit"](seed))
    assert found.message.startswith("row 37, column 4 holds 8000 where")
    assert (found.evidence["values"][0]["row"], found.evidence["values"][0]["column"]) == (37, "4")


def test_nothing_far(told) -> None:
    assert examine(ID, told(far=[])) == []
    assert examine(ID, told()) == []
