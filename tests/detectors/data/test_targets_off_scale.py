import pytest

from traindx.testing import SICK, examine, loud

ID = "targets-off-scale"


def test_odd_data_are_left_alone(odd) -> None:
    assert loud(examine(ID, odd)) == []


@pytest.mark.parametrize("seed", range(3))
def test_prices_in_full(seed: int) -> None:
    (found,) = examine(ID, SICK[ID]["prices_in_full"](seed))
    assert (found.kind, found.severity) == ("spread", "warning")


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        ({"kind": "numbers", "mean": 20.0, "std": 9.0, "dtype": "float64"}, None),
        ({"kind": "numbers", "mean": 1e3, "std": 9.0, "dtype": "float64"}, "level"),
        ({"kind": "classes", "mean": 500.0, "std": 300.0, "dtype": "int64"}, None),
        ({"kind": "several", "mean": 5e3, "std": 9e3, "dtype": "int64"}, None),
        ({"kind": "several", "mean": 5e3, "std": 9e3, "dtype": "float32"}, "spread"),
    ],
    ids=["usual", "level", "classes", "tokens", "many numbers"],
)
def test_kinds(told, target, kind: str | None) -> None:
    assert [one.kind for one in examine(ID, told(target=target))] == ([] if kind is None else [kind])


def test_without_a_model_it_is_only_mentioned(told) -> None:
    target = {"kind": "numbers", "mean": 1e3, "std": 9.0, "dtype": "float64"}
    assert examine(ID, told(target=target, model=()))[0].severity == "info"
