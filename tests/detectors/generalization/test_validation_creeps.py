import numpy as np
import pytest

from traindx.schema import Series
from traindx.testing import HEALTHY, SICK, examine, loud, noise, run


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_it_alarms_nobody(name: str) -> None:
    assert [seed for seed in range(4) if loud(examine("validation-creeps", HEALTHY[name](seed)))] == []


@pytest.mark.parametrize("name", sorted(SICK["validation-creeps"]))
def test_sick_curves_are_found(name: str) -> None:
    assert all(examine("validation-creeps", SICK["validation-creeps"][name](seed)) for seed in range(10))


@pytest.mark.parametrize(
    "val",
    [
        2.31 - 0.5 * np.linspace(0, 1, 19),  # it comes down
        2.31 - 0.1 * (1.0 - np.exp(-2.0 * np.arange(19))),  # its fall is in the first steps
        2.31 + noise(1, 19, 0.01),  # it wanders
        2.31 + 0.06 * np.linspace(0, 1, 19),
        np.full(19, 2.31),
    ],
)
def test_what_comes_down_or_wanders_says_nothing(val: np.ndarray) -> None:
    curves = {"train/loss": 2.3 + noise(1, 60, 0.05), "val/loss": Series.of("val/loss", np.arange(3, 60, 3), val)}
    assert examine("validation-creeps", run(curves)) == []
