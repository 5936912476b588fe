import numpy as np
import pytest

from traindx.testing import HEALTHY, SICK, examine, loud, noise, run

ID = "accuracy-near-zero"
LOW = 0.0004 * np.exp(noise(1, 30, 0.3))


def course(values: np.ndarray, every: int = 100, **more: object) -> object:
    return examine(ID, run({"train/metric/accuracy": values, **more}, every=every, start=100))


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_it_alarms_nobody(name: str) -> None:
    assert loud(examine(ID, HEALTHY[name](0))) == []


@pytest.mark.parametrize("seed", range(20))
def test_sick_curves_are_found(seed: int) -> None:
    (found,) = examine(ID, SICK[ID]["hardly_one_is_right"](seed))  # type: ignore[misc]
    assert found.severity == "warning"


def test_what_must_be_so_for_it() -> None:
    assert loud(course(LOW))  # type: ignore[arg-type]
    assert course(LOW * np.linspace(1.0, 4.0, 30)) == []  # it begins to rise
    assert course(LOW + 0.01) == []
    assert course(LOW, every=10) == []  # it has only begun
    assert course(np.zeros(30)) == []  # the accuracy of a regression
    assert course(LOW, **{"train/loss": np.linspace(9.0, 4.0, 30)}) == []  # a loss says more
