import numpy as np
import pytest

from traindx.testing import cosine, examine, run


@pytest.mark.parametrize(
    "rate",
    [cosine(100), np.linspace(1e-3, 0, 50), np.linspace(0, 1e-3, 50), np.repeat([1.0, 0.1], 20), np.zeros(30)],
    ids=["cosine", "linear", "only a warm-up", "step decay", "zero"],
)
def test_rates_that_move(rate: np.ndarray) -> None:
    assert examine("no-lr-decay", run({"lr": rate})) == []


@pytest.mark.parametrize(
    "rate",
    [np.full(30, 3e-4), np.concatenate((np.linspace(0, 1e-3, 10), np.full(40, 1e-3))), np.linspace(1.0, 0.95, 40)],
    ids=["constant", "after a warm-up", "nearly"],
)
def test_rates_that_stay_are_information(rate: np.ndarray) -> None:
    answer = examine("no-lr-decay", run({"lr": rate}))
    assert isinstance(answer, list)
    assert [one.severity for one in answer] == ["info"]
