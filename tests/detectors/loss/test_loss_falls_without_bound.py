import numpy as np
import pytest

from traindx.schema import Series
from traindx.testing import HEALTHY, SICK, examine, loud, noise, run


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_it_alarms_nobody(name: str) -> None:
    assert [seed for seed in range(4) if loud(examine("loss-falls-without-bound", HEALTHY[name](seed)))] == []


@pytest.mark.parametrize("name", sorted(SICK["loss-falls-without-bound"]))
def test_sick_curves_are_found(name: str) -> None:
    assert all(
        loud(examine("loss-falls-without-bound", SICK["loss-falls-without-bound"][name](seed))) for seed in range(10)
    )


def test_a_density_that_comes_near_its_best_says_nothing() -> None:
    loss = 1.4 - 6.0 * (1.0 - np.exp(-np.arange(60) / 12.0)) + noise(2, 60, 0.05)
    assert examine("loss-falls-without-bound", run({"train/loss": loss})) == []


def test_a_loss_below_zero_with_an_accuracy_that_rises_says_nothing() -> None:
    loss = -2.3 - 0.8 * np.arange(60) + noise(1, 60, 0.3)
    accuracy = Series.of("val/metric/accuracy", np.arange(5, 60, 5), np.linspace(0.1, 0.8, 11))
    assert examine("loss-falls-without-bound", run({"train/loss": loss, "val/metric/accuracy": accuracy})) == []


def test_it_says_what_shows_it() -> None:
    loss = -2.3 - 0.8 * np.arange(60)
    accuracy = Series.of("val/metric/accuracy", np.arange(5, 60, 5), np.zeros(11))
    (finding,) = examine("loss-falls-without-bound", run({"train/loss": loss, "val/metric/accuracy": accuracy}))
    assert finding.evidence["kind"] == "no-gain"
