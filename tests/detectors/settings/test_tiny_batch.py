import pytest

from traindx.testing import examine, run

LOSS = {"train/loss": [2.0, 1.5, 1.2, 1.0, 0.9, 0.8]}


@pytest.mark.parametrize("told", [{"batch_size": 1}, {"batch_size": "2"}, {"batch_size": 1, "accumulation": 2}])
def test_one_or_two_samples_a_step_are_told_and_alarm_nobody(told: dict[str, object]) -> None:
    (finding,) = examine("tiny-batch", run(LOSS, **told))
    assert finding.severity == "info"
    assert finding.evidence["samples"] <= 2


@pytest.mark.parametrize(
    "told",
    [
        {"batch_size": 4},
        {"batch_size": "32"},
        {"batch_size": 1, "accumulation": 16},
        {"batch_size": 2, "world_size": 8},
        {"batch_size": "auto"},
        {"batch_size": 0},
        {"batch_size": -1},
        {"batch_size": float("nan")},
    ],
)
def test_larger_steps_and_what_is_no_number_say_nothing(told: dict[str, object]) -> None:
    assert examine("tiny-batch", run(LOSS, **told)) == []
