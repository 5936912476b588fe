import pytest

from traindx.testing import HEALTHY, examine
from traindx.testing.bench import bench, loss, modules


@pytest.mark.parametrize(
    "name", ["a_classifier_on_the_bench", "a_log_softmax_before_the_loss", "logits_that_lie_between_zero_and_one"]
)
def test_healthy(name: str) -> None:
    assert examine("loss-input-sums-to-one", HEALTHY[name](0)) == []


@pytest.mark.parametrize(
    "entering",
    [
        loss("mse_loss", [64, 10], [64, 10], min=0.0, max=1.0, row_sum_min=1.0, row_sum_max=1.0),
        loss("cross_entropy_of_probabilities", [64, 10], [64], min=0.0, max=1.0, row_sum_min=1.0, row_sum_max=1.0),
        loss("cross_entropy", [64, 1], [64], min=1.0, max=1.0, row_sum_min=1.0, row_sum_max=1.0),
        loss("cross_entropy", [64, 3], [64], min=-2.0, max=3.0, row_sum_min=1.0, row_sum_max=1.0),
        {"function": "cross_entropy", "input": {"shape": [0, 3]}},
    ],
    ids=["compared one by one", "takes probabilities", "one class", "negative logits", "empty"],
)
def test_what_only_looks_like_it(entering) -> None:
    assert examine("loss-input-sums-to-one", bench(loss=entering)) == []


@pytest.mark.parametrize(
    ("entering", "kind"),
    [
        (loss("cross_entropy", [64, 9], [64], min=0.0, max=1.0, row_sum_min=0.9995, row_sum_max=1.0), "probabilities"),
        (loss("nll_loss", [64, 10], [64], min=0.0, max=0.9, row_sum_min=1.0, row_sum_max=1.0), "no-logarithm"),
        (loss("cross_entropy", [64, 10], [64], min=0.0, max=0.1, row_sum_min=0.1, row_sum_max=0.2,
              column_sum_min=1.0, column_sum_max=1.0), "over-batch"),
    ],
)  # fmt: skip
def test_what_was_squashed_before(entering, kind: str) -> None:
    (found,) = examine("loss-input-sums-to-one", bench(loss=entering))
    assert (found.kind, found.severity, found.invariant) == (kind, "error", True)


def test_a_sigmoid_must_have_been_called_last() -> None:
    entering = loss("binary_cross_entropy_with_logits", [64, 1], [64, 1], min=0.2, max=0.8)
    (found,) = examine("loss-input-sums-to-one", bench(loss=entering, modules=modules("relu", "sigmoid")))
    assert found.kind == "sigmoid"
    assert examine("loss-input-sums-to-one", bench(loss=entering, modules=modules("sigmoid", None))) == []
