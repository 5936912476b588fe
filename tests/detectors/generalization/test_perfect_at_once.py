import numpy as np
import pytest

from traindx.schema import Run, Series
from traindx.testing import HEALTHY, examine, loud, run

AT = np.arange(19, 200, 20)


def course(first: float = 2.3, held: float = 0.1, accuracy: float = 1.0, since: int = 0, classes: int = 10) -> Run:
    train = first * np.exp(-np.arange(200) / 6.0) + 0.001
    right = np.where(np.arange(AT.size) >= since, accuracy, 0.9)
    return run(
        {
            "train/loss": train,
            "val/loss": Series.of("val/loss", AT, held * np.exp(-np.arange(AT.size) / 2.0)),
            "val/metric/accuracy": Series.of("val/metric/accuracy", AT, right),
        },
        classes=classes,
    )


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_it_alarms_nobody(name: str) -> None:
    assert loud(examine("perfect-at-once", HEALTHY[name](0))) == []


@pytest.mark.parametrize("accuracy", [1.0, 100.0])
def test_nothing_is_wrong_before_anything_was_learned(accuracy: float) -> None:
    (finding,) = examine("perfect-at-once", course(accuracy=accuracy))
    assert finding.severity == "warning"
    assert finding.first_step == 19


@pytest.mark.parametrize(
    "told",
    [
        {"first": 0.3},  # a model that knew the task
        {"held": 0.9},  # right, but not sure: an easy task with few samples
        {"accuracy": 0.995},
        {"since": 1},
    ],
)
def test_easy_tasks_and_models_that_knew_them_say_nothing(told: dict[str, float]) -> None:
    assert examine("perfect-at-once", course(**told)) == []
