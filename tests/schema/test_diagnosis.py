import msgspec

from traindx.schema import Diagnosis, Finding, Fix, Run


def test_problems_are_what_somebody_should_act_on() -> None:
    found = [Finding(severity=one, message="x") for one in ("info", "warning", "error")]
    answer = Diagnosis(run=Run("a", "a", "csv"), verdict="problem", findings=found)
    assert [one.severity for one in answer.problems] == ["warning", "error"]


def test_from_is_called_from_in_json() -> None:
    assert msgspec.to_builtins(Fix(id="x", title="x", from_=1, to=2))["from"] == 1
