import numpy as np
import pytest

from traindx.schema import Series
from traindx.testing import HEALTHY, SICK, examine, loud, noise, run


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_it_alarms_nobody(name: str) -> None:
    assert [seed for seed in range(4) if loud(examine("evaluations-never-change", HEALTHY[name](seed)))] == []


@pytest.mark.parametrize("name", sorted(SICK["evaluations-never-change"]))
def test_sick_curves_are_found(name: str) -> None:
    assert all(
        loud(examine("evaluations-never-change", SICK["evaluations-never-change"][name](seed))) for seed in range(10)
    )


@pytest.mark.parametrize(
    "val",
    [
        np.full(11, 2.0),  # printed with one digit
        np.append(np.full(10, 2.3117), 2.3118),
        np.append(np.full(10, 2.3117), np.nan),
        np.zeros(11),
    ],
)
def test_what_moves_or_may_have_moved_says_nothing(val: np.ndarray) -> None:
    curves = {"train/loss": 2.31 + noise(1, 60, 0.03), "val/loss": Series.of("val/loss", np.arange(5, 60, 5), val)}
    assert examine("evaluations-never-change", run(curves)) == []


def test_a_training_loss_that_stands_as_well_is_told_elsewhere() -> None:
    curves = {
        "train/loss": np.full(60, 2.31),
        "val/loss": Series.of("val/loss", np.arange(5, 60, 5), np.full(11, 2.3117)),
    }
    assert examine("evaluations-never-change", run(curves)) == []
