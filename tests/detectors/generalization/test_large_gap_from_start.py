import numpy as np
import pytest

from traindx.schema import Run
from traindx.testing import HEALTHY, descent, examine, loud, noise, run

TRAIN = descent(20, 0.9, 0.1, scale=0.1)


def judged(val: np.ndarray, train: np.ndarray = TRAIN) -> Run:
    return run({"train/loss": train, "val/loss": val}, per="epoch", unit="epoch")


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_healthy_curves_stay_silent(name: str) -> None:
    assert loud(examine("large-gap-from-start", HEALTHY[name](2))) == []


def test_fine_tuning_that_starts_good() -> None:
    assert loud(examine("large-gap-from-start", judged(np.linspace(0.4, 0.7, 20)))) == []


def test_validation_that_follows_later() -> None:
    assert loud(examine("large-gap-from-start", judged(np.linspace(3.0, 0.5, 20)))) == []


def test_a_training_that_does_not_fall() -> None:
    assert loud(examine("large-gap-from-start", judged(np.full(20, 3.0), np.full(20, 0.9)))) == []


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("rise", [0.0, 0.5, 2.0])
def test_bad_from_the_first_evaluation_on(seed: int, rise: float) -> None:
    made = judged((2.4 + rise * np.arange(20) / 20) * np.exp(noise(seed, 20, 0.01)))
    (found,) = loud(examine("large-gap-from-start", made))
    assert found.evidence["val_first"] > 1.5 * found.evidence["train_first"]
    assert found.known_step is not None
    assert loud(examine("large-gap-from-start", made.until(found.known_step)))


def test_an_evaluation_before_training_that_stays_the_best() -> None:
    train = run({"train/loss": descent(500, 2.3, 0.2)}).series["train/loss"]
    val = run({"val/loss": 2.3 + 0.01 * np.arange(10)}, every=50).series["val/loss"]
    (found,) = loud(examine("large-gap-from-start", run({"train/loss": train, "val/loss": val})))
    assert found.first_step == 0


def test_a_resumed_training_that_overfits_at_once_had_a_good_start() -> None:
    train, val = np.linspace(0.49, 0.2, 20), np.linspace(0.46, 0.58, 20)
    assert loud(examine("large-gap-from-start", judged(val, train))) == []
