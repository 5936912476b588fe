import pytest

from traindx.testing import examine, run

LOSS = {"train/loss": [2.0, 1.5, 1.2, 1.0, 0.9, 0.8]}


@pytest.mark.parametrize("told", [0.02, "0.045"])
def test_what_is_rarely_used_is_told_and_alarms_nobody(told: object) -> None:
    (finding,) = examine("high-weight-decay", run(LOSS, weight_decay=told, optimizer="SGD"))
    assert finding.severity == "info"
    assert finding.evidence["weight_decay"] == float(str(told))


@pytest.mark.parametrize("told", [0.0, 5e-4, 0.005, "1e-5", "none", True, float("inf")])
def test_usual_settings_and_what_is_no_number_say_nothing(told: object) -> None:
    assert examine("high-weight-decay", run(LOSS, weight_decay=told, optimizer="SGD")) == []


def test_without_the_setting_it_cannot_look() -> None:
    assert not isinstance(examine("high-weight-decay", run(LOSS)), list)


@pytest.mark.parametrize(("optimizer", "told"), [("AdamW", 0.1), ("adam", 0.3), ("Lion", 0.4), ("fancy", 0.9)])
def test_decoupled_and_unknown_ones_have_other_scales(optimizer: str, told: float) -> None:
    assert examine("high-weight-decay", run(LOSS, weight_decay=told, optimizer=optimizer)) == []


def test_adaptive_ones_have_their_bound_too() -> None:
    (finding,) = examine("high-weight-decay", run(LOSS, weight_decay=1.0, optimizer="torch.optim.AdamW"))
    assert finding.severity == "info"


@pytest.mark.parametrize("told", [0.05, 0.3])
def test_what_nobody_would_choose_is_a_warning(told: object) -> None:
    (finding,) = examine("high-weight-decay", run(LOSS, weight_decay=told, optimizer="SGD"))
    assert finding.severity == "warning"
