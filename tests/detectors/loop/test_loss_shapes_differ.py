import pytest

from traindx.testing import HEALTHY, examine
from traindx.testing.bench import bench, loss


def test_healthy() -> None:
    assert examine("loss-shapes-differ", HEALTHY["a_classifier_on_the_bench"](0)) == []


@pytest.mark.parametrize(
    ("function", "outputs", "targets"),
    [
        ("mse_loss", [64, 1], [64, 1]),
        ("mse_loss", [1], [1, 1]),
        ("mse_loss", [64, 3], [1]),
        ("cross_entropy", [64, 10], [64]),
        ("nll_loss", [64, 10, 5], [64, 5]),
        ("ctc_loss", [50, 8, 30], [8, 12]),
    ],
)
def test_shapes_that_belong_together(function: str, outputs: list[int], targets: list[int]) -> None:
    assert examine("loss-shapes-differ", bench(loss=loss(function, outputs, targets))) == []


@pytest.mark.parametrize("function", ["mse_loss", "l1_loss", "binary_cross_entropy_with_logits"])
def test_a_column_meets_a_row(function: str) -> None:
    (found,) = examine("loss-shapes-differ", bench(loss=loss(function, [64, 1], [64])))
    assert found.message == f"outputs (64, 1) meet targets (64,) in {function}"
    assert found.invariant
