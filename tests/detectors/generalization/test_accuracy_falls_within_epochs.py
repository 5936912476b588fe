import numpy as np
import pytest

from traindx.schema import Series
from traindx.testing import HEALTHY, SICK, examine, loud, noise, run

ID = "accuracy-falls-within-epochs"


def course(values: np.ndarray, length: int = 8, per: str = "unknown") -> object:
    steps = np.arange(values.size) * 10 + 10
    epoch = Series.of("epoch", steps, np.arange(values.size) // length)
    name = "train/metric/accuracy"
    return examine(ID, run({name: Series.of(name, steps, values, per=per), "epoch": epoch}))


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_it_alarms_nobody(name: str) -> None:
    assert loud(examine(ID, HEALTHY[name](0))) == []


@pytest.mark.parametrize("seed", range(20))
def test_sick_curves_are_found(seed: int) -> None:
    (found,) = examine(ID, SICK[ID]["forgotten_within_each_epoch"](seed))  # type: ignore[misc]
    assert (found.severity, found.evidence["epochs"]) == ("warning", 3)


@pytest.mark.parametrize("seed", range(40))
def test_noise_and_learning_are_silent(seed: int) -> None:
    assert course(np.abs(0.1 + noise(seed, 40, 0.05))) == []
    assert course(0.9 - 0.8 * np.exp(-np.arange(40) / 20.0) + noise(seed, 40, 0.05)) == []
    batches = np.random.default_rng(seed).binomial(16, 0.3, 40) / 16.0
    assert course(batches) == []


FALLS = np.tile(0.3 * np.exp(-np.arange(8) / 2.5), 3)


def test_as_it_was_printed() -> None:
    first = [0.0516, 0.0215, 0.0137, 0.0137, 0.0059, 0.002, 0.002]
    second = [0.0766, 0.0586, 0.0293, 0.0059, 0.0098, 0.0059]
    assert loud(course(np.array([*first, *second]), length=7))  # type: ignore[arg-type]


def test_what_must_be_so_for_it() -> None:
    assert loud(course(FALLS))  # type: ignore[arg-type]
    assert course(FALLS, per="running") == []
    assert course(FALLS[:8].repeat(3)) == []  # one long fall
    assert course(1.0 - FALLS) == []
    assert course(FALLS + 0.5) == []  # by less than half
    assert course(FALLS, length=4) == []
