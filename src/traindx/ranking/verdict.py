"""The first word of the answer: healthy, problem or inconclusive."""

from __future__ import annotations

from typing import NamedTuple

from traindx.schema import Finding, Run, Unseen
from traindx.schema.direction import direction
from traindx.schema.names import known, seldom
from traindx.schema.rewards import earned

# Health is not said before these have looked.
ESSENTIAL = ("nan-loss", "diverging-loss", "flat-loss")
# On the bench, where there is no course to judge: these, where gradients were measured.
ESSENTIAL_ON_BENCH = ("nan-gradient", "zero-gradients")


class Verdict(NamedTuple):
    """The verdict, the reason when it is not plain, and the series that are missing for more."""

    word: str
    reason: str | None
    missing: list[str]


def verdict(
    run: Run, findings: list[Finding], unseen: list[Unseen], *, looked: set[str], benign: float, fault_seen: bool
) -> Verdict:
    """The table of verdicts: a loud finding that no harmless reading explains is a problem."""
    # Of the series that would do for a detector the first is the one to name.
    wanted = {need for one in unseen for need in one.needs[:1] if known(need) and not seldom(need)}
    missing = sorted(need for need in wanted if need not in run.series and "*" not in need and not run.on_bench)
    standing = [finding for finding in findings if finding.severity != "info"]
    if fault_seen or (standing and benign < 0.5):
        return Verdict("problem", None, missing)
    blind = _blind(run, unseen, looked)
    if not blind and not run.on_bench and (any(one.id == "flat-loss" for one in findings) or not _learns(run)):
        blind = "nothing in these points shows that the training learns"
    if standing:
        return Verdict("inconclusive", "what stands out may well be harmless", missing)
    if blind:
        return Verdict("inconclusive", blind, missing)
    if benign < 0.5:
        return Verdict("inconclusive", "several readings fit these points equally well", missing)
    return Verdict("healthy", None, missing)


def _blind(run: Run, unseen: list[Unseen], looked: set[str]) -> str | None:
    """Why health cannot be said, or None: an essential detector did not look."""
    reasons = {one.id: one.reason for one in unseen}
    essential = [*ESSENTIAL, *(["overfitting"] if "val/loss" in run.series else [])]
    if run.on_bench:
        essential = list(ESSENTIAL_ON_BENCH) if "grad/norm" in run.series else []
    for id in essential:
        short = id == "overfitting" and "too short" in reasons.get(id, "")  # named under `missing` instead
        if id not in looked and not short:
            return reasons.get(id, f"{id} was not looked for")
    return None


def _learns(run: Run) -> bool:
    """Whether any loss stands lower, or any metric better, in the last third than at its first point.

    Where an agent earns returns, they alone can show it.
    """
    import numpy as np

    rewards = earned(run.series)
    for key, one in run.series.items():
        sign = 1 if key in rewards else 0 if rewards else direction(key)
        values = one.values[np.isfinite(one.values)]
        if sign and len(values) > 1 and sign * (float(np.median(values[-max(1, len(values) // 3) :])) - values[0]) > 0:
            return True
    return False
