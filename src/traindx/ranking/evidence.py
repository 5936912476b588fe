"""From findings to states of evidence: what stands, and what was looked for and is not there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from traindx.schema import WEIGHTS, Cause, Finding

# An info finding is a measurement that nobody would act on; it speaks half as loud as one that someone would.
LOUDNESS = {"info": 0.5, "warning": 1.0, "error": 1.0}
# What it costs an explanation to leave a finding unexplained (odds of 20 and 100 to one).
UNEXPLAINED = {"info": 0.0, "warning": 2.995732273553991, "error": 4.605170185988092}
# What it costs a cause that a finding which it should have raised was looked for and is not there: as a family.
ABSENT = {"decisive": 1.6094379124341003, "strong": 1.0986122886681098, "fair": 0.4054651081081644, "slight": 0.0}


class Standing(NamedTuple):
    """One id (and kind) that stands in the run: the loudest of its findings."""

    id: str
    kind: str | None
    family: str
    severity: str


class Evidence(NamedTuple):
    """All that bears on the causes: what stands, and which ids were looked for."""

    standing: tuple[Standing, ...]
    looked: frozenset[str]
    families: dict[str, str]  # id of a finding -> its family

    def without(self, finding: str) -> Evidence:
        """The same, as if one finding had not been observable."""
        kept = tuple(one for one in self.standing if one.id != finding)
        return Evidence(kept, self.looked - {finding}, self.families)


def evidence(findings: list[Finding], looked: set[str], families: dict[str, str]) -> Evidence:
    """States by id and kind: the loudest finding speaks, however many there are."""
    order = {"info": 0, "warning": 1, "error": 2}
    loudest: dict[tuple[str, str | None], Finding] = {}
    for finding in findings:
        key = (finding.id, finding.kind)
        if key not in loudest or order[finding.severity] > order[loudest[key].severity]:
            loudest[key] = finding
    standing = tuple(
        Standing(id, kind, families[id], one.severity) for (id, kind), one in sorted(loudest.items(), key=str)
    )
    return Evidence(standing, frozenset(looked), families)


class Account(NamedTuple):
    """What the evidence says of one cause, added up once for all the explanations that it takes part in."""

    explained: int  # one bit for every standing finding that the cause explains
    gains: tuple[float, ...]  # per family that stands: the best that one of its findings is worth
    losses: tuple[float, ...]  # per family at all: the dearest finding that should stand there and does not
    against: float


def accounts(causes: dict[str, Cause], seen: Evidence) -> dict[str, Account]:
    """The account of every cause."""
    stirred = sorted({one.family for one in seen.standing})
    families = sorted(set(seen.families.values()))
    filled: dict[str, Account] = {}
    for id, cause in causes.items():
        explained, gains = 0, dict.fromkeys(stirred, 0.0)
        for index, one in enumerate(seen.standing):
            worth = speaks(cause, one)
            if worth is not None:
                explained |= 1 << index
                gains[one.family] = max(gains[one.family], worth)
        absent = missed(cause, seen)
        losses = tuple(absent.get(family, 0.0) for family in families)
        filled[id] = Account(
            explained, tuple(gains.values()), losses, sum(contradicts(cause, one) for one in seen.standing)
        )
    return filled


def word(table: Mapping[str, str], standing: Standing) -> str | None:
    """The word a cause has for a finding: the one for its kind before the one for its id."""
    return table.get(f"{standing.id}:{standing.kind}") or table.get(standing.id)


def speaks(cause: Cause, standing: Standing) -> float | None:
    """How many nats a standing finding is worth to a cause; None when the cause does not explain it.

    Where a cause is no harm at all it explains measurements only: what a detector holds against the run is none.
    """
    if cause.harm == "none" and standing.severity != "info":
        return None
    named = word(cause.speaks_for, standing)
    return None if named is None else WEIGHTS[named] * LOUDNESS[standing.severity]


def contradicts(cause: Cause, standing: Standing) -> float:
    """How many nats a standing finding takes from a cause."""
    named = word(cause.speaks_against, standing)
    return 0.0 if named is None else -WEIGHTS[named] * LOUDNESS[standing.severity]


def missed(cause: Cause, seen: Evidence) -> dict[str, float]:
    """Per family that the cause should have stirred and that stays silent about it: the dearest absence."""
    heard = {one.family for one in seen.standing if speaks(cause, one) is not None}
    cost: dict[str, float] = {}
    for name, named in cause.speaks_for.items():
        id = name.partition(":")[0]
        family = seen.families.get(id)
        if family is None or family in heard or id not in seen.looked:
            continue
        cost[family] = min(cost.get(family, 0.0), -ABSENT[named])
    return cost
