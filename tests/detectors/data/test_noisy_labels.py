import pytest

from traindx.testing import SICK, examine, loud

ID = "noisy-labels"


def test_odd_data_are_left_alone(odd) -> None:
    assert loud(examine(ID, odd)) == []


@pytest.mark.parametrize("seed", range(3))
def test_a_fifth_of_wrong_labels(seed: int) -> None:
    (found,) = examine(ID, SICK[ID]["a_fifth_of_wrong_labels"](seed))
    assert found.evidence["share"] == pytest.approx(0.2, abs=0.05)
    assert found.evidence["rows"]


@pytest.mark.parametrize(
    "noise",
    [{"share": None, "reason": "the classes overlap"}, {"share": 0.05, "low": 0.04, "high": 0.07},
     {"share": 0.09, "low": 0.04, "high": 0.14}, {}],
)  # fmt: skip
def test_what_is_not_sure_is_not_said(told, noise) -> None:
    assert examine(ID, told(noise=noise)) == []
