import numpy as np
import pytest

from traindx.schema import Run
from traindx.testing import HEALTHY, descent, examine, loud, noise, run

POINTS = 40


def pair(level: np.ndarray, seed: int = 0, **settings: object) -> Run:
    train = level * np.exp(noise(seed, level.size, 0.01))
    val = 1.03 * level * np.exp(noise(seed + 9, level.size, 0.015))
    return run({"train/loss": train, "val/loss": val}, per="epoch", unit="epoch", **settings)


def settled(end: float, start: float = 2.3) -> np.ndarray:
    return np.asarray(end + (start - end) * np.exp(-np.arange(POINTS) / 3.0))


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_healthy_curves_stay_silent(name: str) -> None:
    for seed in range(3):
        assert loud(examine("underfitting", HEALTHY[name](seed))) == []


def test_a_short_run_that_still_falls_only_needs_time() -> None:
    assert examine("underfitting", pair(np.linspace(2.3, 1.5, 12), classes=10)) == []
    assert examine("underfitting", pair(descent(20, 2.3, 1.0, power=0.3), classes=10)) == []


def test_low_and_at_rest_is_converged() -> None:
    assert examine("underfitting", pair(settled(0.2), classes=10)) == []


def test_what_never_fell_is_not_learning() -> None:
    assert examine("underfitting", pair(np.full(POINTS, 2.3), classes=10)) == []


def test_overfitting_is_not_underfitting() -> None:
    train, val = settled(0.1), settled(1.6)
    assert examine("underfitting", run({"train/loss": train, "val/loss": val}, per="epoch", classes=10)) == []


def test_fine_tuning_that_began_good_is_information_at_most() -> None:
    assert loud(examine("underfitting", pair(settled(1.1, 1.3)))) == []


@pytest.mark.parametrize(("classes", "end"), [(10, 1.6), (5, 1.1), (100, 3.2)])
def test_both_at_rest_and_poor(classes: int, end: float) -> None:
    (found,) = loud(examine("underfitting", pair(settled(end, np.log(classes)), classes=classes)))
    assert found.severity == "warning"
    assert found.evidence["end"] == pytest.approx(end, rel=0.05)


def test_little_of_the_variance_explained() -> None:
    made = pair(settled(0.62, 1.0))
    series = dict(made.series) | run({"val/metric/r2": np.full(POINTS, 0.38)}).series
    (found,) = loud(examine("underfitting", run(series, per="epoch")))
    assert found.evidence["r2"] == pytest.approx(0.38)


def test_two_classes_have_a_high_floor_by_nature() -> None:
    answer = examine("underfitting", pair(settled(0.6, 0.693), classes=2))
    assert isinstance(answer, list)
    assert [one.severity for one in answer] == ["info"]


@pytest.mark.parametrize(("end", "found"), [(0.574, True), (0.92, False)])
def test_accuracies_that_stay_where_they_were(end: float, found: bool) -> None:
    made = pair(np.linspace(0.9, 0.86, 8))
    accuracies = {"val/metric/accuracy": end + noise(1, 8, 0.001), "train/metric/accuracy": end - noise(2, 8, 0.002)}
    series = dict(made.series) | run(accuracies, per="epoch").series
    assert bool(loud(examine("underfitting", run(series, per="epoch")))) is found


@pytest.mark.parametrize(("pace", "kind"), [(0.5, "at-once"), (5.0, "meanwhile"), (11.0, "slowly")])
def test_how_long_the_fall_took_is_told(pace: float, kind: str) -> None:
    place = np.arange(40)
    left = np.clip(1.0 - place / (2.2 * pace), 0.0, None) if kind == "slowly" else np.exp(-place / pace)
    train, val = (1.9 + 0.4 * left + noise(seed, 40, 0.002) for seed in (0, 1))
    (finding,) = examine("underfitting", run({"train/loss": train, "val/loss": val}, per="epoch", classes=10))
    assert finding.kind == kind
