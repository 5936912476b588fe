import pytest

from traindx.testing import SICK, examine, loud

ID = "duplicate-samples"


def test_odd_data_are_left_alone(odd) -> None:
    assert loud(examine(ID, odd)) == []


@pytest.mark.parametrize(
    ("name", "kind"), [("a_fifth_of_copies", "copies"), ("copies_that_contradict_each_other", "conflicting")]
)
@pytest.mark.parametrize("seed", range(3))
def test_copies(name: str, kind: str, seed: int) -> None:
    (found,) = examine(ID, SICK[ID][name](seed))
    assert (found.kind, found.severity) == (kind, "warning")
    assert found.evidence["pairs"]


@pytest.mark.parametrize(
    "more",
    [{"rich": False}, {"equal": {"copies": 20, "conflicting": 0}}, {"equal": {"copies": 499, "conflicting": 0}},
     {"looked": 40}],
    ids=["no row is told apart", "few", "all the same", "a batch"],
)  # fmt: skip
def test_what_is_left_alone(told, more) -> None:
    assert examine(ID, told(**{"equal": {"copies": 30, "conflicting": 0}, "rich": True, **more})) == []
