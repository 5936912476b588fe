import pytest

from traindx.testing import examine, run

LOSS = {"train/loss": [2.0, 1.5, 1.2, 1.0, 0.9, 0.8]}


@pytest.mark.parametrize("told", [0.98, "0.99"])
def test_what_is_rarely_used_is_told_and_alarms_nobody(told: object) -> None:
    (finding,) = examine("high-momentum", run(LOSS, momentum=told))
    assert finding.severity == "info"
    assert finding.evidence["momentum"] == float(str(told))


@pytest.mark.parametrize("told", [0.0, 0.9, 0.95, "0.9", "much", True, float("nan"), 9.0])
def test_usual_settings_and_what_is_no_number_say_nothing(told: object) -> None:
    assert examine("high-momentum", run(LOSS, momentum=told)) == []


def test_without_the_setting_it_cannot_look() -> None:
    assert not isinstance(examine("high-momentum", run(LOSS)), list)


@pytest.mark.parametrize("told", [0.995, "0.999"])
def test_what_nobody_would_choose_is_a_warning(told: object) -> None:
    (finding,) = examine("high-momentum", run(LOSS, momentum=told))
    assert finding.severity == "warning"
