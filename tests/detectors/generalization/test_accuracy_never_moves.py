import numpy as np
import pytest

from traindx.testing import HEALTHY, examine, loud, noise, run

LOSS = 3.5 + 0.6 * np.exp(-np.arange(14) / 3.0) + noise(3, 14, 0.05)


def course(accuracy: np.ndarray, loss: np.ndarray = LOSS) -> object:
    return examine("accuracy-never-moves", run({"train/loss": loss, "val/metric/accuracy": accuracy}, per="epoch"))


@pytest.mark.parametrize("name", sorted(HEALTHY))
def test_it_alarms_nobody(name: str) -> None:
    assert loud(examine("accuracy-never-moves", HEALTHY[name](0))) == []


@pytest.mark.parametrize("share", [0.2037, 0.6213, 20.37, 0.0983])
def test_one_answer_for_every_sample(share: float) -> None:
    (finding,) = course(np.full(14, share))  # type: ignore[misc]
    assert finding.severity == "warning"
    assert finding.evidence["evaluations"] == 14


@pytest.mark.parametrize(
    "accuracy",
    [
        np.full(14, 0.931),  # nearly perfect, the same few samples are wrong
        np.full(14, 0.62),  # printed with two digits
        np.zeros(14),
        np.full(14, np.nan),
        np.append(np.full(13, 0.2037), 0.2054),
    ],
)
def test_what_moves_or_may_have_moved_says_nothing(accuracy: np.ndarray) -> None:
    assert course(accuracy) == []


def test_a_run_that_stands_still_altogether_is_told_elsewhere() -> None:
    assert course(np.full(14, 0.2037), np.full(14, 4.11)) == []
