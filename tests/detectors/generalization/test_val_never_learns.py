import numpy as np
import pytest

from traindx.schema import Series
from traindx.testing import HEALTHY, SICK, examine, loud, noise, run


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_it_alarms_nobody(name: str) -> None:
    assert [seed for seed in range(4) if loud(examine("val-never-learns", HEALTHY[name](seed)))] == []


@pytest.mark.parametrize("name", sorted(SICK["val-never-learns"]))
def test_sick_curves_are_found(name: str) -> None:
    assert all(loud(examine("val-never-learns", SICK["val-never-learns"][name](seed))) for seed in range(10))


def course(val: np.ndarray, **more: object) -> object:
    train = 0.1 + 2.2 * np.exp(-np.arange(60) / 12.0) + noise(1, 60, 0.03)
    curves = {"train/loss": train, "val/loss": Series.of("val/loss", np.arange(3, 60, 3), val)}
    return examine("val-never-learns", run(curves | more))


def test_overfitting_has_a_good_beginning() -> None:
    assert course(1.5 + 0.1 * np.arange(19)) == []


def test_an_accuracy_that_rises_says_nothing() -> None:
    rising = Series.of("val/metric/accuracy", np.arange(3, 60, 3), np.linspace(0.1, 0.6, 19))
    assert course(np.linspace(2.6, 3.4, 19), **{"val/metric/accuracy": rising}) == []


def test_never_below_where_training_began() -> None:
    (finding,) = course(np.linspace(2.6, 5.4, 19))  # type: ignore[misc]
    assert (finding.severity, finding.evidence["kind"]) == ("warning", "far")
