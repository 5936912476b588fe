import numpy as np
import pytest

from traindx.schema import Run
from traindx.testing import HEALTHY, descent, examine, loud, noise, run

EPOCHS = 30


def curves(val: np.ndarray, seed: int = 0, **more: np.ndarray) -> Run:
    train = descent(len(val), 2.2, 0.02, power=1.2, scale=0.1) * np.exp(noise(seed, len(val), 0.02))
    return run({"train/loss": train, "val/loss": val, **more}, per="epoch", unit="epoch")


def bowl(seed: int, points: int = EPOCHS, *, rise: float = 0.6, best: float = 0.35) -> np.ndarray:
    share = np.arange(points) / points
    level = 0.6 + 1.4 * np.exp(-share / 0.08) + rise * np.clip(share - best, 0, None) / (1 - best)
    return level * np.exp(noise(seed + 50, points, 0.02))


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_healthy_curves_stay_silent(name: str) -> None:
    for seed in range(4):
        assert loud(examine("overfitting", HEALTHY[name](seed))) == []


@pytest.mark.parametrize("seed", range(30))
def test_noisy_but_flat_is_not_overfitting(seed: int) -> None:
    val = (0.6 + 1.4 * np.exp(-np.arange(EPOCHS) / 3.0)) * np.exp(noise(seed, EPOCHS, 0.12))
    assert loud(examine("overfitting", curves(val))) == []


def test_a_run_that_breaks_as_a_whole_is_not_overfitting() -> None:
    rise = np.concatenate((np.linspace(2, 0.6, 15), np.linspace(0.6, 3, 15)))
    both = run({"train/loss": rise, "val/loss": rise + 0.05}, per="epoch")
    assert loud(examine("overfitting", both)) == []


def test_overconfidence_is_information_only() -> None:
    accuracy = np.linspace(0.7, 0.86, EPOCHS)
    answer = examine("overfitting", curves(bowl(1), **{"val/metric/accuracy": accuracy}))
    assert loud(answer) == []
    assert isinstance(answer, list)
    assert answer[0].evidence["metric_improves"] is True


def test_a_loss_that_ended_next_to_its_best_has_lost_nothing() -> None:
    val = 0.05 + 1.7 * np.exp(-np.arange(60) / 5.0) + 0.006 * np.arange(60) / 60
    assert loud(examine("overfitting", curves(val))) == []


@pytest.mark.parametrize("seed", range(10))
def test_a_validation_loss_that_rises_is_found(seed: int) -> None:
    (found,) = loud(examine("overfitting", curves(bowl(seed), seed)))
    assert (found.kind, found.severity, found.open) == ("turned", "warning", True)
    assert 6 <= found.evidence["best_step"] <= 16
    assert found.first_step == found.evidence["best_step"] < found.known_step <= EPOCHS - 1
    assert found.evidence["rise"] > 0.3


def test_five_epochs_are_enough_when_it_is_plain() -> None:
    (found,) = loud(examine("overfitting", curves(np.array([0.62, 0.48, 0.55, 0.68, 0.84]))))
    assert found.evidence["best_step"] == 1


def test_accuracies_far_apart_are_severe() -> None:
    accuracies = {"train/metric/accuracy": np.linspace(0.5, 0.99, EPOCHS),
                  "val/metric/accuracy": np.linspace(0.5, 0.62, EPOCHS)}  # fmt: skip
    (found,) = loud(examine("overfitting", curves(bowl(2, rise=0.0), **accuracies)))
    assert (found.kind, found.severity) == ("severe", "warning")
    assert found.evidence["gap"] == pytest.approx(37, abs=4)
    (found,) = loud(examine("overfitting", curves(bowl(2), **accuracies)))
    assert (found.kind, found.severity) == ("severe", "error")


def test_accuracy_alone_is_enough() -> None:
    held = np.concatenate((np.linspace(0.5, 0.8, 12), np.linspace(0.8, 0.7, 18))) + noise(3, EPOCHS, 0.004)
    only = run({"train/metric/accuracy": np.linspace(0.5, 0.88, EPOCHS), "val/metric/accuracy": held}, per="epoch")
    (found,) = loud(examine("overfitting", only))
    assert (found.series, found.kind) == ("val/metric/accuracy", "turned")


def test_each_validation_set_speaks_for_itself() -> None:
    series = {"train/loss": descent(30, 2, 0.05), "val/loss/g0": bowl(0), "val/loss/g1": bowl(1, rise=0.0)}
    (found,) = loud(examine("overfitting", run(series, per="epoch")))
    assert found.series == "val/loss/g0"


def test_terms_are_silent_beside_their_sum() -> None:
    term = bowl(4)
    series = {"train/loss": descent(30, 2, 0.05), "train/loss/box": descent(30, 1, 0.05),
              "val/loss": bowl(4, rise=0.0), "val/loss/box": term}  # fmt: skip
    assert loud(examine("overfitting", run(series, per="epoch"))) == []


def test_a_loss_far_above_training_is_severe_where_no_accuracy_says_otherwise() -> None:
    val = 1.5 + 0.8 * np.exp(-np.arange(EPOCHS) / 4.0)
    (found,) = loud(examine("overfitting", curves(val)))
    assert (found.kind, found.severity) == ("severe", "warning")
    good = {"val/metric/accuracy": np.full(EPOCHS, 0.93)}
    assert loud(examine("overfitting", curves(val, **good))) == []


def test_validation_that_blows_up_while_nothing_is_learned() -> None:
    series = {"train/loss": 0.65 + noise(0, 20, 0.01), "val/loss": np.geomspace(0.6, 40, 20)}
    assert loud(examine("overfitting", run(series, per="epoch"))) == []
