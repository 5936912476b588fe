import numpy as np
import pytest

from traindx.testing import HEALTHY, SICK, examine, loud, noise, run


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_it_alarms_nobody(name: str) -> None:
    assert [seed for seed in range(4) if loud(examine("loss-high-for-accuracy", HEALTHY[name](seed)))] == []


@pytest.mark.parametrize("name", sorted(SICK["loss-high-for-accuracy"]))
def test_sick_curves_are_found(name: str) -> None:
    assert all(
        loud(examine("loss-high-for-accuracy", SICK["loss-high-for-accuracy"][name](seed))) for seed in range(10)
    )


def course(end: float, right: float, val_end: float | None = None, **settings: object) -> object:
    place = np.arange(20)
    shape = np.exp(-place / 3.0)
    loss = end + (2.3 - end) * shape
    val = (val_end or end) + (2.3 - (val_end or end)) * shape
    accuracy = right - (right - 0.1) * shape + noise(1, 20, 0.002)
    curves = {"train/loss": loss, "val/loss": val, "val/metric/accuracy": accuracy}
    return examine("loss-high-for-accuracy", run(curves, per="epoch", unit="epoch", **settings))


@pytest.mark.parametrize(
    ("end", "right"),
    [
        (0.12, 0.97),  # as sure as it is right
        (0.55, 0.97),  # labels smoothed by a tenth
        (0.9, 0.74),  # a hard task
        (1.6, 0.55),  # wrong too often to say
    ],
)
def test_healthy_look_alikes_say_nothing(end: float, right: float) -> None:
    assert course(end, right, classes=10) == []


def test_overfitting_is_told_elsewhere() -> None:
    assert course(0.05, 0.9, val_end=1.6, classes=10) == []


@pytest.mark.parametrize("settings", [{"classes": 10}, {}])
def test_a_second_softmax_leaves_it_unsure(settings: dict[str, int]) -> None:
    (finding,) = course(1.5, 0.96, **settings)  # type: ignore[misc]
    assert finding.severity == "warning"
    assert finding.evidence["accuracy"] == pytest.approx(0.96, abs=0.01)
