import numpy as np
import pytest

from traindx.testing import HEALTHY, SICK, examine, loud, noise, run


def course(values: object, **more: object) -> object:
    return examine("accuracy-collapses", run({"train/metric/accuracy": values}, **{"per": "epoch", **more}))  # type: ignore[arg-type]


def rising(seed: int, points: int = 30, sd: float = 0.01) -> np.ndarray:
    return np.clip(0.9 - 0.7 * np.exp(-np.arange(points) / 6.0) + noise(seed, points, sd), 0.0, 1.0)


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_it_alarms_nobody(name: str) -> None:
    assert loud(examine("accuracy-collapses", HEALTHY[name](0))) == []


@pytest.mark.parametrize("seed", range(20))
def test_healthy_accuracies_are_silent(seed: int) -> None:
    few = np.random.default_rng(seed).binomial(8, rising(seed, 400)) / 8.0  # batches of eight
    assert course(rising(seed)) == []
    assert course(100.0 * rising(seed)) == []
    assert course(few, per="step") == []
    assert course(np.abs(0.1 + noise(seed, 30, 0.01))) == []


@pytest.mark.parametrize(
    ("name", "kind"),
    [("accuracy_breaks_down", "from-its-level"), ("only_the_first_samples_were_alike", "from-the-first")],
)
def test_sick_curves_are_found(name: str, kind: str) -> None:
    for seed in range(20):
        (found,) = examine("accuracy-collapses", SICK["accuracy-collapses"][name](seed))  # type: ignore[misc]
        assert (found.severity, found.kind, found.open) == ("warning", kind, True)


def test_as_it_was_printed() -> None:
    (found,) = course([0.328, 0.3255, 0.3365, 0.3288, 0.332, 0.322, 0.3358, 0.339, 0.336, 0.2083, 0.0805, 0.0432])  # type: ignore[misc]
    assert (found.first_step, found.known_step) == (10, 11)


def test_one_that_comes_back_is_information() -> None:
    values = rising(1)
    values[20:23] = 0.2
    (found,) = course(values)  # type: ignore[misc]
    assert (found.severity, found.open) == ("info", False)


def test_one_low_point_is_none() -> None:
    values = rising(1)
    values[20] = 0.2
    assert course(values) == []


@pytest.mark.parametrize("per", ["running", "smoothed"])
def test_a_metric_that_is_counted_anew_is_not_judged(per: str) -> None:
    assert course([0.9, *[0.1] * 12], per=per) == []
    assert course([0.9, *[0.1] * 12], per="step") == []  # the first of single batches is nothing to go by
