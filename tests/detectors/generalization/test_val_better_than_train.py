import numpy as np
import pytest

from traindx.testing import HEALTHY, descent, examine, loud, noise, run

TRAIN = descent(30, 2.2, 0.4, scale=0.1)


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_it_alarms_nobody(name: str) -> None:
    assert loud(examine("val-better-than-train", HEALTHY[name](0))) == []


@pytest.mark.parametrize("shift", [1.0, 0.98, 1.2])
def test_close_or_worse_validation_says_nothing(shift: float) -> None:
    val = TRAIN * shift * np.exp(noise(1, 30, 0.01))
    assert examine("val-better-than-train", run({"train/loss": TRAIN, "val/loss": val}, per="epoch")) == []


def test_a_first_evaluation_alone_says_nothing() -> None:
    val = np.concatenate(([0.6], TRAIN[1:] * 1.1))
    assert examine("val-better-than-train", run({"train/loss": TRAIN, "val/loss": val}, per="epoch")) == []


@pytest.mark.parametrize("ratio", [0.5, 0.7, 0.9])
def test_dropout_and_running_means_are_information(ratio: float) -> None:
    answer = examine("val-better-than-train", run({"train/loss": TRAIN, "val/loss": ratio * TRAIN}, per="epoch"))
    assert isinstance(answer, list)
    assert [one.severity for one in answer] == ["info"]
    assert answer[0].evidence["share"] == 1.0
    assert answer[0].evidence["ahead"] == pytest.approx((1 - ratio) * np.median(TRAIN[1:]))


NOISY = 1.8 + 0.5 * np.exp(-np.arange(30) / 2.0) + noise(4, 30, 0.03)


@pytest.mark.parametrize(
    ("train", "ratio", "classes", "severity"),
    [
        (NOISY, 0.6, 10, "warning"),
        (NOISY, 0.9, 10, "info"),  # hardly better
        (NOISY, 0.6, None, "info"),  # chance is not known
        (NOISY, 0.6, 1000, "info"),  # mixed images, smoothed labels
        (np.linspace(2.3, 1.3, 30), 0.6, 10, "info"),  # still on its way down
    ],
)
def test_a_training_that_cannot_follow_its_validation(
    train: np.ndarray, ratio: float, classes: int | None, severity: str
) -> None:
    told = {} if classes is None else {"classes": classes}
    (finding,) = examine(
        "val-better-than-train", run({"train/loss": train, "val/loss": ratio * train}, per="epoch", **told)
    )
    assert finding.severity == severity
