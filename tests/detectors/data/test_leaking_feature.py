import pytest

from traindx.testing import SICK, examine, loud

ID = "leaking-feature"


def test_odd_data_are_left_alone(odd) -> None:
    assert loud(examine(ID, odd)) == []


@pytest.mark.parametrize(
    ("name", "kind"), [("a_column_filled_in_afterwards", "copy"), ("a_number_of_sorted_rows", "row-number")]
)
@pytest.mark.parametrize("seed", range(3))
def test_a_column_that_tells_all(name: str, kind: str, seed: int) -> None:
    (found,) = examine(ID, SICK[ID][name](seed))
    assert (found.kind, found.severity) == (kind, "warning")


def column(name: str, skill: float) -> dict:
    return {"column": name, "skill": skill, "numbered": False}


@pytest.mark.parametrize(
    ("telling", "kind"),
    [([column("c", 0.97)], "classes"), ([column("c", 1.0), column("d", 0.95)], "classes"),
     ([column("c", 0.995)], "numbers"), ([], "classes")],
    ids=["told well", "an easy task", "a close relation", "nothing"],
)  # fmt: skip
def test_what_tells_much(told, telling, kind: str) -> None:
    assert examine(ID, told(telling=telling, target={"kind": kind})) == []


def test_a_copy_of_a_number(told) -> None:
    (found,) = examine(ID, told(telling=[column("c", 0.9999)], target={"kind": "numbers"}))
    assert found.evidence["column"] == "c"
