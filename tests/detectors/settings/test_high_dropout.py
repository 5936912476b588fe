import pytest

from traindx.testing import examine, run

LOSS = {"train/loss": [2.0, 1.5, 1.2, 1.0, 0.9, 0.8]}


@pytest.mark.parametrize("told", [0.7, "0.74"])
def test_what_is_rarely_used_is_told_and_alarms_nobody(told: object) -> None:
    (finding,) = examine("high-dropout", run(LOSS, dropout=told))
    assert finding.severity == "info"
    assert finding.evidence["dropout"] == float(str(told))


@pytest.mark.parametrize("told", [0.0, 0.1, 0.5, "0.3", "none", True, float("nan"), 20.0])
def test_usual_settings_and_what_is_no_number_say_nothing(told: object) -> None:
    assert examine("high-dropout", run(LOSS, dropout=told)) == []


def test_without_the_setting_it_cannot_look() -> None:
    assert not isinstance(examine("high-dropout", run(LOSS)), list)


@pytest.mark.parametrize("told", [0.75, 0.95, "0.9"])
def test_what_nobody_would_choose_is_a_warning(told: object) -> None:
    (finding,) = examine("high-dropout", run(LOSS, dropout=told))
    assert finding.severity == "warning"
