import numpy as np
import pytest

from traindx.schema import Run
from traindx.testing import HEALTHY, descent, examine, loud, noise, run

TRAIN = descent(20, 2.3, 0.05, power=1.2, scale=0.1)


def judged(accuracy: np.ndarray, **settings: object) -> Run:
    return run({"train/loss": TRAIN, "val/metric/accuracy": accuracy}, per="epoch", unit="epoch", **settings)


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_healthy_curves_stay_silent(name: str) -> None:
    assert loud(examine("val-at-chance", HEALTHY[name](1))) == []


def test_a_slow_start_at_chance_is_no_finding() -> None:
    accuracy = np.concatenate((np.full(6, 0.1), np.linspace(0.1, 0.8, 14)))
    assert loud(examine("val-at-chance", judged(accuracy, classes=10))) == []


def test_overfitting_is_above_chance() -> None:
    assert loud(examine("val-at-chance", judged(np.full(20, 0.22) + noise(0, 20, 0.01), classes=10))) == []
    overconfident = run({"train/loss": TRAIN, "val/loss": np.linspace(1.2, 4.0, 20)}, per="epoch", classes=10)
    assert loud(examine("val-at-chance", overconfident)) == []


def test_where_training_does_not_learn_either_it_is_not_the_validation() -> None:
    series = {"train/loss": np.full(20, 2.303) + noise(1, 20, 0.01), "val/metric/accuracy": np.full(20, 0.1)}
    assert loud(examine("val-at-chance", run(series, per="epoch", classes=10))) == []


def test_a_high_accuracy_that_does_not_move_is_no_chance() -> None:
    assert loud(examine("val-at-chance", judged(np.full(20, 0.95)))) == []


@pytest.mark.parametrize("scale", [1.0, 100.0])
def test_at_chance(scale: float) -> None:
    accuracy = scale * (0.1 + noise(2, 20, 0.008))
    (found,) = loud(examine("val-at-chance", judged(accuracy, classes=10)))
    assert (found.kind, found.severity) == ("at-chance", "error")


def test_below_chance() -> None:
    (found,) = loud(examine("val-at-chance", judged(np.linspace(0.06, 0.01, 20), classes=10)))
    assert found.kind == "below-chance"


def test_the_same_answer_for_every_sample_needs_no_classes() -> None:
    (found,) = loud(examine("val-at-chance", judged(np.full(20, 20.0))))
    assert found.kind == "at-chance"


def test_a_loss_that_never_comes_below_guessing() -> None:
    val = np.linspace(2.35, 3.4, 20)
    shuffled = run({"train/loss": TRAIN, "val/loss": val}, per="epoch", classes=10)
    (found,) = loud(examine("val-at-chance", shuffled))
    assert found.kind == "at-chance"
    assert found.known_step is not None
    assert loud(examine("val-at-chance", shuffled.until(found.known_step)))
