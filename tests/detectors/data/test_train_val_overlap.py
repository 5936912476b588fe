import pytest

from traindx.testing import SICK, examine, loud

ID = "train-val-overlap"


def test_odd_data_are_left_alone(odd) -> None:
    assert loud(examine(ID, odd)) == []


@pytest.mark.parametrize("seed", range(3))
def test_rows_on_both_sides(seed: int) -> None:
    (found,) = examine(ID, SICK[ID]["a_split_after_copying"](seed))
    assert (found.kind, found.severity, found.evidence["shared"]) == ("exact", "warning", 30)


def split(exact: int, alike: int) -> dict:
    return {"rows": 200, "shared": exact, "alike": alike, "shared_rows": []}


@pytest.mark.parametrize(
    ("exact", "alike", "kind"), [(0, 0, None), (2, 2, None), (0, 30, "rounded"), (30, 40, "exact")]
)
def test_how_much_is_shared(told, exact: int, alike: int, kind: str | None) -> None:
    found = examine(ID, told(validation=split(exact, alike), rich=True))
    assert [one.kind for one in found] == ([] if kind is None else [kind])


def test_tables_of_few_possible_rows_share_them(told) -> None:
    assert examine(ID, told(validation=split(150, 150), rich=False)) == []


def test_the_whole_set_again_is_an_error(told) -> None:
    assert examine(ID, told(validation=split(150, 150), rich=True))[0].severity == "error"
