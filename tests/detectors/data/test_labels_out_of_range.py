import pytest

from traindx.testing import SICK, examine, loud

ID = "labels-out-of-range"


def test_odd_data_are_left_alone(odd) -> None:
    assert loud(examine(ID, odd)) == []


def classes(low: int, high: int, dtype: str = "int64") -> dict:
    return {"kind": "classes", "min": low, "max": high, "dtype": dtype, "classes": {}}


def test_labels_that_begin_at_one() -> None:
    (found,) = examine(ID, SICK[ID]["labels_that_begin_at_one"](0))
    assert (found.kind, found.severity, found.invariant) == ("classes", "error", True)


@pytest.mark.parametrize("target", [classes(0, 63), classes(3, 9), classes(-1, 1, "float32"), {"kind": "numbers"}])
def test_labels_that_fit(told, target) -> None:
    assert examine(ID, told(target=target)) == []


def test_a_label_below_zero(told) -> None:
    assert examine(ID, told(target=classes(-1, 3)))


def test_the_loss_knows_the_outputs_best(told) -> None:
    facts = {"loss": {"function": "cross_entropy", "input": {"shape": [32, 5]}}}
    assert examine(ID, told(target=classes(0, 7), facts=facts))
    assert examine(ID, told(target=classes(0, 4), facts=facts)) == []


def test_a_single_output_takes_no_number_of_a_class(told) -> None:
    one = [{"name": "l", "kind": "linear", "calls": 1, "out": 1}]
    assert examine(ID, told(target=classes(-1, 1), model=(), facts={"modules": one})) == []


def test_targets_that_are_no_probabilities(told) -> None:
    facts = {"loss": {"function": "binary_cross_entropy_with_logits"}}
    (found,) = examine(ID, told(target={"kind": "numbers", "min": 0.0, "max": 255.0, "dtype": "float32"}, facts=facts))
    assert found.kind == "probabilities"
