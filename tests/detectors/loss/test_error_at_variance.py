import numpy as np
import pytest

from traindx.schema import Series
from traindx.testing import HEALTHY, SICK, examine, loud, noise, run


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_it_alarms_nobody(name: str) -> None:
    assert [seed for seed in range(4) if loud(examine("error-at-variance", HEALTHY[name](seed)))] == []


@pytest.mark.parametrize("name", sorted(SICK["error-at-variance"]))
def test_sick_curves_are_found(name: str) -> None:
    assert all(loud(examine("error-at-variance", SICK["error-at-variance"][name](seed))) for seed in range(10))


def course(end: float, **settings: object) -> object:
    val = Series.of("val/loss", np.arange(5, 60, 5), end + (1.0 - end) * np.exp(-np.arange(11) / 3.0))
    train = end + (1.0 - end) * np.exp(-np.arange(60) / 15.0) + noise(1, 60, 0.1)
    return examine("error-at-variance", run({"train/loss": train, "val/loss": val}, **settings))


@pytest.mark.parametrize("end", [0.1, 0.5, 0.7])
def test_what_falls_says_nothing(end: float) -> None:
    assert course(end, loss="mse") == []


def test_without_the_name_of_the_loss_it_is_information() -> None:
    (finding,) = course(0.99)  # type: ignore[misc]
    assert finding.severity == "info"


def test_a_classifier_near_one_says_nothing() -> None:
    accuracy = Series.of("val/metric/accuracy", np.arange(5, 60, 5), np.full(11, 0.6))
    val = Series.of("val/loss", np.arange(5, 60, 5), np.full(11, 0.98))
    curves = {"train/loss": 1.0 + noise(1, 60, 0.1), "val/loss": val, "val/metric/accuracy": accuracy}
    assert examine("error-at-variance", run(curves, loss="mse")) == []
