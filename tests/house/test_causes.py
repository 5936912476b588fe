"""Every cause at once: what it names exists or is planned, and what no log can tell apart stands apart in nothing."""

import pathlib
import re

import pytest

from traindx.ranking.evidence import Evidence, Standing
from traindx.ranking.explanations import rank
from traindx.registry import STAGES, Unit, units
from traindx.verbs.explain import guides

CAUSES = units("causes")
DETECTORS = units("detectors")
PLANNED = [
    line
    for line in (pathlib.Path(__file__).parent / "planned.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
EXISTING = {id for stage in STAGES for id in units(stage)}
CATEGORIES = {"data", "labels", "loss", "model", "optimizer", "schedule", "precision", "regularization", "pipeline"}
SYMPTOMS = {"not-learning", "loss-plateau", "slow-learning", "instability", "loss-goes-nan", "train-val-gap",
            "poor-everywhere", "slow-training", "crash"}  # fmt: skip
REFERENCES = {None, *guides()}

every_cause = pytest.mark.parametrize("unit", CAUSES.values(), ids=lambda unit: unit.id)


def exists(id: str, stage: str) -> bool:
    return id in units(stage) or (id in PLANNED and id not in EXISTING)


def test_what_is_planned_is_not_there_yet() -> None:
    assert sorted(set(PLANNED)) == sorted(PLANNED)
    assert not [id for id in PLANNED if id in EXISTING], "strike them from planned.txt: they are there"


@every_cause
def test_every_name_exists_or_is_planned(unit: Unit) -> None:
    cause = unit.subject
    for name in (*cause.speaks_for, *cause.speaks_against):
        id, _, kind = name.partition(":")
        assert exists(id, "detectors"), f"no finding is called {id}"
        if kind and id in DETECTORS:
            assert kind in DETECTORS[id].declaration.kinds, f"{id} has no kind {kind}"
    for one in cause.look_alikes:
        assert exists(one.id, "causes"), f"no cause is called {one.id}"
        assert one.id != unit.id
        assert one.split_by is None or one.split_by in PLANNED, f"no test is called {one.split_by}"
    for id in cause.fixes:
        assert exists(id, "fixes"), f"no fix is called {id}"
    assert cause.category in CATEGORIES
    assert cause.symptom in SYMPTOMS
    assert cause.reference in REFERENCES


def test_every_guide_is_referred_to() -> None:
    assert {unit.subject.reference for unit in CAUSES.values()} >= set(guides())


@every_cause
def test_what_a_cause_says(unit: Unit) -> None:
    cause = unit.subject
    assert cause.title[0].islower()
    assert cause.title + "." == unit.manual[0].lower() + unit.manual.split("\n", 1)[0][1:]
    assert cause.fixes, "nothing cures it"
    assert cause.avoid, "nothing is to be left alone"
    assert cause.look_alikes, "nothing looks like it"
    for text in (cause.title, cause.verify, *cause.avoid, *(one.difference for one in cause.look_alikes)):
        assert not text.endswith((".", " "))
        assert len(text) <= 150
        assert not re.search(r"confiden", text)


@every_cause
def test_no_finding_speaks_for_and_against(unit: Unit) -> None:
    assert not set(unit.subject.speaks_for) & set(unit.subject.speaks_against)


def test_look_alikes_that_are_hard_to_split_name_how() -> None:
    named = {one.split_by for unit in CAUSES.values() for one in unit.subject.look_alikes}
    assert None not in named


CLASSES = sorted({unit.subject.never_apart for unit in CAUSES.values()} - {None})


@pytest.mark.parametrize("name", CLASSES)
def test_what_no_log_can_tell_apart_comes_out_even(name: str) -> None:
    """On a finding that all of a class explain, and where nobody looked for others, none stands before another."""
    members = {id: unit.subject for id, unit in CAUSES.items() if unit.subject.never_apart == name}
    shared = set.intersection(*(set(cause.speaks_for) for cause in members.values()))
    assert shared
    for finding in sorted(shared):
        assert len({cause.speaks_for[finding] for cause in members.values()}) == 1, finding
        id, _, kind = finding.partition(":")
        seen = Evidence((Standing(id, kind or None, "family", "warning"),), frozenset({id}), {id: "family"})
        shares = rank({one: unit.subject for one, unit in CAUSES.items()}, seen, prior=0.5).probability
        least, most = min(shares[one] for one in members), max(shares[one] for one in members)
        assert most <= 1.2 * least, finding
