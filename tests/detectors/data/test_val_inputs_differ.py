import pytest

from traindx.testing import SICK, examine, loud

ID = "val-inputs-differ"


def test_odd_data_are_left_alone(odd) -> None:
    assert loud(examine(ID, odd)) == []


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a_validation_set_that_was_not_divided", "scaled"), ("a_validation_set_that_was_not_centred", "shifted")],
)
@pytest.mark.parametrize("seed", range(3))
def test_prepared_in_another_way(name: str, kind: str, seed: int) -> None:
    (found,) = examine(ID, SICK[ID][name](seed))
    assert (found.kind, found.severity) == (kind, "warning")


SHIFT = {"column": "c", "distance": 0.3, "medians": (0, 1), "spreads": (1, 1)}


@pytest.mark.parametrize(
    ("split", "kind"),
    [
        ({"rows": 90, "columns": 7}, "width"),
        ({"rows": 90, "columns": 5, "looked": 5, "moved": 4, "shifts": [SHIFT], "sizes": [1.0, 1.1]}, "columns"),
        ({"rows": 90, "columns": 5, "looked": 5, "moved": 0, "new_classes": ["cat"]}, "new-classes"),
        ({"rows": 90, "columns": 5, "looked": 5, "moved": 0, "shifts": [], "sizes": [1.0, 9.0]}, None),
        ({}, None),
    ],
)
def test_kinds(told, split, kind: str | None) -> None:
    found = examine(ID, told(validation=split))
    assert [one.kind for one in found] == ([] if kind is None else [kind])
    assert [one.severity for one in found] in ([], ["info"] if kind == "columns" else ["warning"])
