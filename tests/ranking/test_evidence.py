"""From findings to states: the loudest speaks, a kind comes before its id, silence costs only what was looked for."""

import pytest

from traindx.ranking.evidence import accounts, contradicts, evidence, missed, speaks
from traindx.schema import WEIGHTS, Cause, Finding

FAMILIES = {"spike": "loss", "flat": "loss", "growing": "gradients", "gap": "generalization"}


def cause(speaks_for, speaks_against=None):
    return Cause(
        title="it is so",
        category="model",
        symptom="instability",
        speaks_for=speaks_for,
        speaks_against=speaks_against or {},
        verify="look",
    )


def finding(id, severity="warning", kind=None):
    return Finding(severity=severity, message="seen", id=id, evidence={} if kind is None else {"kind": kind})


def test_the_loudest_of_a_kind_stands_once():
    seen = evidence([finding("spike"), finding("spike", "error"), finding("spike", "info")], {"spike"}, FAMILIES)
    assert [(one.id, one.severity) for one in seen.standing] == [("spike", "error")]


def test_kinds_stand_beside_each_other():
    seen = evidence([finding("spike", kind="once"), finding("spike", kind="periodic")], {"spike"}, FAMILIES)
    assert {one.kind for one in seen.standing} == {"once", "periodic"}


@pytest.mark.parametrize(
    ("table", "kind", "severity", "worth"),
    [
        ({"spike": "fair"}, None, "warning", WEIGHTS["fair"]),
        ({"spike": "fair", "spike:once": "strong"}, "once", "warning", WEIGHTS["strong"]),
        ({"spike": "fair", "spike:once": "strong"}, "periodic", "error", WEIGHTS["fair"]),
        ({"spike:once": "strong"}, "periodic", "warning", None),
        ({"spike": "strong"}, None, "info", WEIGHTS["strong"] / 2),
    ],
)
def test_the_word_for_a_kind_comes_before_that_for_the_id(table, kind, severity, worth):
    (one,) = evidence([finding("spike", severity, kind)], {"spike"}, FAMILIES).standing
    assert speaks(cause(table), one) == worth
    assert contradicts(cause({}, table), one) == -(worth or 0.0)


def test_silence_costs_once_per_family_that_was_looked_at():
    table = {"spike": "strong", "flat": "decisive", "growing": "fair", "gap": "decisive"}
    seen = evidence([], {"spike", "flat", "growing"}, FAMILIES)
    cost = missed(cause(table), seen)  # ln 5 and ln 1.5; nobody looked for a gap
    assert cost == pytest.approx({"loss": -1.609, "gradients": -0.405}, abs=0.001)


def test_a_family_that_speaks_for_a_cause_is_not_silent():
    seen = evidence([finding("spike")], {"spike", "flat"}, FAMILIES)
    assert missed(cause({"spike": "slight", "flat": "decisive"}), seen) == {}


def test_an_account_adds_up_what_a_cause_is_owed():
    seen = evidence([finding("flat"), finding("gap"), finding("spike")], set(FAMILIES), FAMILIES)
    one = cause({"spike": "fair", "flat": "strong", "growing": "strong"}, {"gap": "fair"})
    account = accounts({"it": one}, seen)["it"]
    assert account.explained == 0b101  # flat and spike; the gap stays unexplained
    assert account.gains == (0.0, WEIGHTS["strong"])  # generalization, loss
    assert sum(account.losses) == pytest.approx(-1.099, abs=0.001)  # ln 3 for the gradients
    assert account.against == -WEIGHTS["fair"]
