import pytest

from traindx.testing import SICK, examine, loud

ID = "imbalanced-classes"


def test_odd_data_are_left_alone(odd) -> None:
    assert loud(examine(ID, odd)) == []


def classes(**counts: int) -> dict:
    return {"kind": "classes", "classes": counts}


@pytest.mark.parametrize("seed", range(3))
def test_nearly_all_rows_in_one_class(seed: int) -> None:
    (found,) = examine(ID, SICK[ID]["one_class_of_nearly_all"](seed))
    assert (found.kind, found.severity) == ("majority", "warning")


@pytest.mark.parametrize(
    ("counts", "kind"),
    [({"a": 94, "b": 6}, "uneven"), ({"a": 960, "b": 40}, "majority"), ({"a": 30}, "one-class"),
     ({"a": 90, "b": 10}, None), ({"a": 8}, None), ({"a": 49, "b": 1}, None), ({}, None)],
)  # fmt: skip
def test_kinds(told, counts: dict[str, int], kind: str | None) -> None:
    found = examine(ID, told(target=classes(**counts)))
    assert [one.kind for one in found] == ([] if kind is None else [kind])


def test_numbers_have_no_classes(told) -> None:
    assert examine(ID, told(target={"kind": "numbers"})) == []
