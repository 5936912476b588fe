import numpy as np
import pytest

from traindx.schema import Series
from traindx.testing import HEALTHY, SICK, examine, loud, run


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_it_alarms_nobody(name: str) -> None:
    assert [seed for seed in range(4) if loud(examine("first-loss-too-high", HEALTHY[name](seed)))] == []


@pytest.mark.parametrize("name", sorted(SICK["first-loss-too-high"]))
def test_sick_curves_are_found(name: str) -> None:
    assert all(loud(examine("first-loss-too-high", SICK["first-loss-too-high"][name](seed))) for seed in range(10))


def begun(first: float, **settings: object) -> object:
    loss = 0.8 + (first - 0.8) * np.exp(-np.arange(60) / 3.0)
    accuracy = Series.of("val/metric/accuracy", np.arange(5, 60, 5), np.linspace(0.4, 0.7, 11))
    return examine("first-loss-too-high", run({"train/loss": loss, "val/metric/accuracy": accuracy}, **settings))


@pytest.mark.parametrize("first", [0.69, 2.3, 6.9, 10.82, 11.9])
def test_what_some_number_of_classes_costs_says_nothing(first: float) -> None:
    assert begun(first, loss="cross-entropy") == []


def test_a_loss_of_another_name_or_known_classes_says_nothing() -> None:
    assert begun(2130.0, loss="mse") == []
    assert begun(2130.0, classes=10) == []


def test_it_is_known_from_the_first_step() -> None:
    (finding,) = begun(2130.0)  # type: ignore[misc]
    assert (finding.severity, finding.first_step) == ("warning", 0)
