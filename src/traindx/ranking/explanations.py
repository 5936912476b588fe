"""From evidence to belief: explanations of no, one and two causes, and of none that we know."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import NamedTuple

from traindx.ranking.evidence import UNEXPLAINED, Account, Evidence, accounts
from traindx.schema import WEIGHTS, Belief, Cause, Explanation, Weight

# What is believed before looking, by why the user came: someone who asks for a diagnosis has a reason half the time.
HEALTH_PRIOR = {"run": 0.8, "diagnose": 0.5, "inspect": 0.5, "ask": 0.1}
UNKNOWN_FLOOR = 0.05
SECOND_CAUSE = math.log(10.0)
# Each cause starts at this share of what health leaves, however many causes there are: adding one changes no verdict.
CAUSE_SHARE = 0.01
# `converged` is health that has come to its end; the two divide the prior of health.
CONVERGED_SHARE = 0.3
# Pairs are formed among the causes that stand best alone; the rest cannot come near the top with a partner.
PAIRED = 25

CONVERGED = "converged"
UNKNOWN = ("unknown",)


class Ranking(NamedTuple):
    """The belief, spread over explanations, and what each cause owes to which finding."""

    belief: Belief
    explanations: list[Explanation]
    probability: dict[str, float]  # the likeliest first
    weights: dict[str, list[Weight]]
    benign: float


def rank(causes: dict[str, Cause], seen: Evidence, *, prior: float, weigh: bool = True) -> Ranking:
    """Ranks every explanation by what stands, what is absent and what stays unexplained.

    Without `weigh` it is not found out what each cause owes to which finding, which takes as long for each finding.
    """
    shares = _belief(causes, seen, prior)
    probability = _ordered(_marginal(shares), causes)
    leading = [id for id, share in probability.items() if share >= 0.01][:12]
    weights: dict[str, list[Weight]] = {id: [] for id in leading}
    for finding in sorted({one.id for one in seen.standing}) if leading and weigh else []:
        blind = _marginal(_belief(causes, seen.without(finding), prior))
        for id in leading:
            change = _log_odds(probability[id]) - _log_odds(blind.get(id, 0.0))
            if abs(change) >= 0.05:
                weights[id].append(Weight(finding, round(change, 2)))
    order = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
    return Ranking(
        Belief(shares.get((), 0.0), shares.get((CONVERGED,), 0.0), shares[UNKNOWN]),
        [Explanation(list(names), share) for names, share in order if names not in ((), (CONVERGED,), UNKNOWN)][:10],
        probability,
        weights,
        math.fsum(share for names, share in shares.items() if names != UNKNOWN and _harmless(names, causes)),
    )


def _belief(causes: dict[str, Cause], seen: Evidence, prior: float) -> dict[tuple[str, ...], float]:
    filled = accounts(causes, seen)
    unexplained = _Unexplained(seen)
    each = math.log((1.0 - prior) * CAUSE_SHARE)
    scores: dict[tuple[str, ...], float] = {
        (): math.log(prior * (1 - CONVERGED_SHARE)) - unexplained[0],
        UNKNOWN: math.log(UNKNOWN_FLOOR) + WEIGHTS["slight"] * len({one.family for one in seen.standing}),
    }
    for id, one in filled.items():
        share = math.log(prior * CONVERGED_SHARE) if id == CONVERGED else each
        scores[(id,)] = share + one.against + sum(one.gains) + sum(one.losses) - unexplained[one.explained]
    faults = [id for id in causes if id != CONVERGED]
    best = sorted(faults, key=lambda id: (-scores[(id,)], id))[:PAIRED]
    for first, second in itertools.combinations(sorted(best), 2):
        one, other = filled[first], filled[second]
        both = _together(one, other) - unexplained[one.explained | other.explained]
        scores[(first, second)] = 2 * each - SECOND_CAUSE + both
    return _shares(scores)


def _together(one: Account, other: Account) -> float:
    """What two causes are worth: a finding that both explain counts once, and so does one that both miss."""
    gains = sum(map(max, one.gains, other.gains))
    losses = sum(map(min, one.losses, other.losses))
    return one.against + other.against + gains + losses


class _Unexplained(dict[int, float]):
    """By the bits of what an explanation explains: what it costs to leave the rest unexplained."""

    def __init__(self, seen: Evidence) -> None:
        super().__init__()
        self._costs = [UNEXPLAINED[one.severity] for one in seen.standing]

    def __missing__(self, explained: int) -> float:
        cost = sum(cost for index, cost in enumerate(self._costs) if not explained >> index & 1)
        self[explained] = cost
        return cost


def _shares(scores: dict[tuple[str, ...], float]) -> dict[tuple[str, ...], float]:
    # Rounded and summed exactly, so that every version of Python says the same to the last digit.
    scores = {names: round(score, 9) for names, score in scores.items()}
    top = max(scores.values())
    shares = {names: math.exp(score - top) for names, score in scores.items()}
    total = math.fsum(shares.values())
    shares = {names: share / total for names, share in shares.items()}
    if shares[UNKNOWN] < UNKNOWN_FLOOR:  # no run can reach certainty by looking on
        scale = (1 - UNKNOWN_FLOOR) / (1 - shares[UNKNOWN])
        shares = {names: UNKNOWN_FLOOR if names == UNKNOWN else share * scale for names, share in shares.items()}
    return shares


def _marginal(shares: dict[tuple[str, ...], float]) -> dict[str, float]:
    """How probable it is that each cause is present, alone or with another."""
    parts: dict[str, list[float]] = {}
    for names, share in shares.items():
        for name in names if names != UNKNOWN else ():
            parts.setdefault(name, []).append(share)
    return {name: math.fsum(of) for name, of in parts.items()}


def _ordered(total: dict[str, float], causes: dict[str, Cause]) -> dict[str, float]:
    """The likeliest cause first; of those that the evidence holds even, the one that most others are mistaken for."""
    mistaken = Counter(one.id for cause in causes.values() for one in cause.look_alikes)
    return dict(sorted(total.items(), key=lambda item: (-round(item[1], 6), -mistaken[item[0]], item[0])))


def _harmless(names: tuple[str, ...], causes: dict[str, Cause]) -> bool:
    return all(causes[name].harm != "fault" for name in names)


def _log_odds(share: float) -> float:
    share = min(max(share, 1e-9), 1 - 1e-9)
    return math.log(share / (1 - share))
