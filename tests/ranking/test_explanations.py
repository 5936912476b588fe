"""The model of belief: what must hold of it whatever the causes say."""

import math

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from traindx.ranking.evidence import Evidence, Standing
from traindx.ranking.explanations import UNKNOWN_FLOOR, rank
from traindx.schema import Cause, LookAlike

FAMILIES = {"a1": "a", "a2": "a", "a3": "a", "b1": "b", "b2": "b", "c1": "c", "d1": "d"}
WORDS = st.dictionaries(st.sampled_from(sorted(FAMILIES)), st.sampled_from(("decisive", "strong", "fair", "slight")))
CAUSES = st.lists(st.tuples(WORDS, WORDS, st.sampled_from(("fault", "choice"))), min_size=1, max_size=8)
SEEN = st.dictionaries(st.sampled_from(sorted(FAMILIES)), st.sampled_from(("info", "warning", "error")))


def cause(speaks_for, speaks_against=None, harm="fault"):
    return Cause(
        title="it is so",
        category="model",
        symptom="instability",
        harm=harm,
        speaks_for=speaks_for,
        speaks_against=speaks_against or {},
        verify="look",
    )


def evidence(seen, looked=frozenset(FAMILIES)):
    standing = tuple(Standing(id, None, FAMILIES[id], severity) for id, severity in sorted(seen.items()))
    return Evidence(standing, frozenset(looked) | set(seen), FAMILIES)


def log_odds(share):
    return math.log(share / (1 - share))


@settings(max_examples=60, deadline=None)
@given(CAUSES, SEEN, st.sampled_from((0.1, 0.5, 0.8)))
def test_explanations_share_one_belief(tables, seen, prior):
    causes = {f"cause-{index}": cause(*table) for index, table in enumerate(tables[:4])}
    ranking = rank(causes, evidence(seen), prior=prior)
    named = sum(one.probability for one in ranking.explanations)  # four causes and their six pairs are all listed
    assert math.isclose(named + sum((ranking.belief.healthy, ranking.belief.converged, ranking.belief.unknown)), 1.0)
    assert ranking.belief.unknown >= UNKNOWN_FLOOR - 1e-12
    assert all(0.0 <= share <= 1.0 for share in ranking.probability.values())
    for id, share in ranking.probability.items():
        assert math.isclose(share, sum(one.probability for one in ranking.explanations if id in one.causes))


@settings(max_examples=40, deadline=None)
@given(CAUSES, SEEN)
def test_a_cause_without_part_in_it_changes_no_order(tables, seen):
    causes = {f"cause-{index}": cause(*table) for index, table in enumerate(tables)}
    before = rank(causes, evidence(seen), prior=0.5)
    after = rank(causes | {"irrelevant": cause({"elsewhere": "strong"})}, evidence(seen), prior=0.5)
    for one in causes:
        for other in causes:
            if before.probability[one] > before.probability[other] * 1.05:
                assert after.probability[one] > after.probability[other]
    assert abs(before.benign - after.benign) < 0.02
    if seen and max(before.probability.values()) > 0.3:
        assert after.probability["irrelevant"] < max(before.probability.values())


@settings(max_examples=40, deadline=None)
@given(CAUSES, SEEN)
def test_a_weight_is_what_the_log_odds_lose_with_the_finding(tables, seen):
    causes = {f"cause-{index}": cause(*table) for index, table in enumerate(tables)}
    given_all = evidence(seen)
    ranking = rank(causes, given_all, prior=0.5)
    for id, weights in ranking.weights.items():
        for weight in weights:
            blind = rank(causes, given_all.without(weight.finding), prior=0.5)
            lost = log_odds(ranking.probability[id]) - log_odds(blind.probability[id])
            assert weight.weight == pytest.approx(lost, abs=0.006)


def test_findings_of_one_family_count_as_the_best_of_them():
    causes = {"it": cause({"a1": "strong", "a2": "fair", "a3": "strong"})}
    one, three = (
        rank(causes, evidence(dict.fromkeys(seen, "warning")), prior=0.5) for seen in (["a1"], ["a1", "a2", "a3"])
    )
    odds = [ranking.probability["it"] / ranking.belief.unknown for ranking in (one, three)]
    assert odds[0] == pytest.approx(odds[1])


def test_findings_of_two_families_add_up():
    causes = {"it": cause({"a1": "strong", "b1": "strong"})}
    one = rank(causes, evidence({"a1": "warning"}, looked={"a1"}), prior=0.5)
    two = rank(causes, evidence({"a1": "warning", "b1": "warning"}), prior=0.5)
    gained = two.probability["it"] / two.belief.unknown / (one.probability["it"] / one.belief.unknown)
    assert gained == pytest.approx(10 / 1.5)  # strong for the cause, slight for the unknown


def test_what_was_not_looked_for_is_not_held_against_a_cause():
    causes = {"it": cause({"a1": "strong", "b1": "decisive"})}
    blind = rank(causes, evidence({"a1": "warning"}, looked={"a1"}), prior=0.5)
    absent = rank(causes, evidence({"a1": "warning"}), prior=0.5)
    odds = [ranking.probability["it"] / ranking.belief.unknown for ranking in (blind, absent)]
    assert odds[0] / odds[1] == pytest.approx(5.0)


def test_a_loud_finding_that_nothing_explains_lets_health_fall():
    states = ({}, {"a1": "warning"}, {"a1": "error"})
    quiet, loud, louder = (rank({}, evidence(seen), prior=0.5).belief for seen in states)
    assert quiet.healthy / quiet.unknown == pytest.approx(20 * 1.5 * loud.healthy / loud.unknown)
    assert louder.healthy < loud.healthy < quiet.healthy


def test_two_faults_are_found_as_a_pair():
    causes = {
        "first": cause({"a1": "decisive", "b1": "decisive"}),
        "second": cause({"c1": "decisive", "d1": "strong"}),
        "other": cause({"a1": "fair", "c1": "fair"}),
    }
    seen = dict.fromkeys(("a1", "b1", "c1", "d1"), "error")
    ranking = rank(causes, evidence(seen), prior=0.5)
    assert ranking.explanations[0].causes == ["first", "second"]
    assert ranking.probability["first"] > 0.5
    assert ranking.probability["second"] > 0.5
    assert ranking.probability["other"] < 0.05


def test_one_cause_that_explains_all_is_preferred_to_two():
    causes = {
        "both": cause({"a1": "strong", "b1": "strong"}),
        "left": cause({"a1": "strong"}),
        "right": cause({"b1": "strong"}),
    }
    ranking = rank(causes, evidence({"a1": "warning", "b1": "warning"}), prior=0.5)
    assert ranking.explanations[0].causes == ["both"]


def test_a_choice_is_benign_and_a_fault_is_not():
    for harm, low, high in (("choice", 0.6, 1.0), ("fault", 0.0, 0.4)):
        ranking = rank({"it": cause({"a1": "decisive"}, harm=harm)}, evidence({"a1": "warning"}), prior=0.5)
        assert low < ranking.benign < high


def test_a_contradiction_weighs_against_a_cause():
    plain, contradicted = (
        rank({"it": cause({"a1": "strong"}, against)}, evidence({"a1": "warning", "b1": "warning"}), prior=0.5)
        for against in ({}, {"b1": "strong"})
    )
    assert contradicted.probability["it"] < plain.probability["it"] / 5


def test_of_equals_the_one_that_others_are_mistaken_for_comes_first():
    causes = {name: cause({"a1": "strong"}) for name in ("rare", "usual")}
    causes["third"] = msgspec.structs.replace(cause({"b1": "strong"}), look_alikes=(LookAlike("usual", "it is usual"),))
    ranking = rank(causes, evidence({"a1": "warning"}), prior=0.5)
    assert list(ranking.probability) == ["usual", "rare", "third"]
