import msgspec

from traindx.schema import Diagnosis, Finding, Fix, Run


def test_problems_are_what_somebody_should_act_on() -> None:
    found = [Finding(severity=one, message="x") for one in ("info", "warning", "error")]
    answer = Diagnosis(run=Run("a", "a", "csv"), verdict="problem", findings=found)
    assert [one.severity for one in answer.problems] == ["warning", "error"]


def test_from_is_called_from_in_json() -> None:
    assert msgspec.to_builtins(Fix(id="x", title="x", from_=1, to=2))["from"] == 1


def test_what_is_known_fails_nothing() -> None:
    found = [Finding(severity=one, message="x", id=one) for one in ("info", "warning", "error")]
    answer = Diagnosis(run=Run("a", "a", "csv"), verdict="problem", findings=found)
    assert answer.fails(["problem"])
    assert not answer.fails(["inconclusive"])
    warning, error = found[1].identity, found[2].identity
    assert answer.fails(["problem"], {warning})
    assert [one.id for one in answer.new_problems({warning})] == ["error"]
    assert not answer.fails(["problem"], {warning, error})


def test_a_verdict_that_no_finding_made_cannot_be_known() -> None:
    assert Diagnosis(run=Run("a", "a", "csv"), verdict="inconclusive").fails(["inconclusive"], {("a", None, None)})
