"""The curves of a screen: which are worth a line, how they went in words, and where their findings begin."""

from __future__ import annotations

import itertools
import math

from traindx.reports.page import LABEL, Page, cells, clipped
from traindx.reports.readings import leading
from traindx.reports.sparkline import Axis, marks, sparkline
from traindx.reports.summary import summarized
from traindx.reports.wording import compact, counted
from traindx.schema import Diagnosis, Finding, Run, Series
from traindx.schema.rewards import is_earned, returns

FIGURE = 10  # columns at the right for the last value of a curve
CURVES = {"train/loss": "loss", "val/loss": "validation", "grad/norm": "gradient", "lr": "rate"}
# The lowest of thousands of points lies four spreads below their middle, and the last one may lie two above it.
CHANCE = 6.0
SEVERAL = 2  # series of which a finding is told one by one
FEW = 10  # points from which noise cannot be told from shape
ORDER = {"error": 0, "warning": 1, "info": 2}


def ordered(diagnosis: Diagnosis) -> list[Finding]:
    """The worst first; among equals those that speak for the headline, then the earliest."""
    reading = leading(diagnosis)
    heard = {one.finding for cause in (reading.causes if reading else []) for one in cause.evidence_for}
    return sorted(
        diagnosis.findings,
        key=lambda one: (ORDER[one.severity], one.id not in heard, one.first_step or 0),
    )


def seen(diagnosis: Diagnosis, most: int) -> list[list[Finding]]:
    """The findings, those that say the same of another place together."""
    found = ordered(diagnosis)
    spread: dict[str, set[str | None]] = {}
    for one in found:
        spread.setdefault(one.id, set()).add(one.series)
    kinds: dict[tuple[str, str | None], list[Finding]] = {}
    for one in found:
        together = one.layer is not None or len(spread[one.id]) > SEVERAL
        kinds.setdefault((one.id, None if together else one.series), []).append(one)
    return list(kinds.values())[:most]


def again(group: list[Finding]) -> str:
    """What stands behind the first of several findings that say the same: ", and twice more"."""
    first, more = group[0], len(group) - 1
    if not more:
        return ""
    if first.layer:
        return f", and in {counted(more, 'more layer')}"
    series = len({one.series for one in group}) - 1
    if series:
        return f", and so in {counted(series, 'more series', 'more series')}"
    return {1: ", and once more", 2: ", and twice more"}.get(more, f", and {more:,} more times")


def history(series: Series, unit: str) -> str:
    """First, best and last value: "2.31 -> 1.92 (best, step 1400) -> 3.87"."""
    import numpy as np

    from traindx.schema.direction import direction
    from traindx.signals.robust import noise

    told = summarized(series)
    if told.points < 2 or told.first is None or told.final is None:
        return compact(told.first)
    parts = [compact(told.first)]
    if told.best is not None and told.best_at is not None and unit:
        lost = direction(series.name) * (told.best - told.final)
        won = abs(told.first - told.best)
        luck = CHANCE * noise(series.values) if told.points >= FEW else 0.0
        matters = not np.isfinite(lost) or (lost > luck and (lost > 0.02 * won or not won))
        if matters and told.best_at == int(series.steps[0]):
            parts[0] += " (best)"
        elif matters:
            parts.append(f"{compact(told.best)} (best, {unit} {told.best_at})")
    return " -> ".join([*parts, compact(told.final)])


def main(run: Run) -> dict[str, Series]:
    """The training curve and the validation curve, or what an agent earns; else any curve there is."""
    filled = [key for key, one in run.series.items() if len(one)]
    kept = []
    for whole, *terms in (("train/loss", "train/loss/"), ("val/loss", "val/loss/", "val/metric/")):
        # A term of the loss may stand before the loss.
        found = [key for start in (f"{whole}@", *terms) for key in filled if key.startswith(start)]
        kept += [whole] if whole in filled else found[:1]
    earned = returns(run)
    if earned is not None and len(kept) < 2:
        kept.append(earned.key)
    if not kept:
        kept = sorted(filled, key=lambda key: key.startswith(("epoch", "lr", "tokens", "time/")))[:1]
    return {key: run.series[key] for key in kept}


def chosen(diagnosis: Diagnosis, most: int) -> list[tuple[str, Series]]:
    """The curves worth a line: loss, validation, and those that the findings speak of."""
    run = diagnosis.run
    problem = diagnosis.verdict == "problem"
    loud = [one.series for one in ordered(diagnosis) if one.severity != "info" and one.series is not None]
    loud = [key for key in loud if len(run.series.get(key, ())) > 1]
    # Of several validation sets the one that a finding speaks of is shown.
    kept = {key: one for key, one in main(run).items() if not _other_set(key, loud)}
    for key in loud:
        kept.setdefault(key, run.series[key])
    if problem and len(run.series.get("grad/norm", ())) > 1:
        kept.setdefault("grad/norm", run.series["grad/norm"])
    return list(kept.items())[:most]


def _other_set(key: str, loud: list[str]) -> bool:
    return (
        key.startswith("val/") and key != "val/loss" and key not in loud and any(one.startswith("val/") for one in loud)
    )


def draw(page: Page, diagnosis: Diagnosis, *, curves: int, findings: int) -> bool:
    """One line a curve, and a line below that marks where the findings begin. False when there is nothing to draw."""
    shown = chosen(diagnosis, curves)
    if not any(len(series) > 1 for _, series in shown):
        return False
    width = page.width - LABEL - FIGURE
    axis = Axis.of([series for _, series in shown], width)
    for key, series in shown:
        label = clipped(page.clean(CURVES.get(key) or _label(key)), LABEL - 2)
        final = float(series.values[-1]) if len(series) else math.nan
        curve = _spans(sparkline(series, axis, unicode=page.unicode), width)
        value = (f"  {compact(final)}", "" if math.isfinite(final) else "red")
        page.line((f" {label}" + " " * (LABEL - 1 - cells(label)), ""), *curve, value)
    loud = [one for group in seen(diagnosis, findings) for one in group if one.severity != "info"]
    places = marks(sorted({one.first_step for one in loud if one.first_step is not None}), axis, width)
    if places:
        page.line((" " * LABEL, ""), (places, "bold red" if diagnosis.verdict == "problem" else "bold"))
    return True


def _spans(drawn: str, width: int) -> list[tuple[str, str]]:
    """A sparkline with its broken columns in red."""
    parts = [("".join(group), "red" if bad else "") for bad, group in itertools.groupby(drawn, lambda one: one == "x")]
    return [*parts, (" " * (width - len(drawn)), "")]


def _label(key: str) -> str:
    if is_earned(key):
        return "return"
    side, _, rest = key.partition("/")
    last = rest.rpartition("/")[2] or side
    short = f"{side} {last}"
    return short if side in ("val", "train") and len(short) <= LABEL - 2 else last
