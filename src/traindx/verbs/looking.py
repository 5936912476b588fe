"""Runs the detectors over a run: what each is given, and why one could not look."""

from __future__ import annotations

import fnmatch
import math
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from traindx.configuration import Configuration
from traindx.registry import Unit, units
from traindx.schema import Finding, Need, Run, Series, Unseen, Watch
from traindx.schema.names import SERIES, STAND_INS
from traindx.signals.autocorrelation import effective_points


def look(run: Run, config: Configuration, *, ended: bool = True) -> tuple[list[Finding], list[Unseen]]:
    """Every detector answers with findings, with none, or with why it could not look.

    Of a run that has not `ended` those that judge a finished one say only whether they could look.
    """
    findings: list[Finding] = []
    unseen: list[Unseen] = []
    for unit in units("detectors", config.plugins).values():
        if not config.wants(unit.id, unit.family):
            continue
        seen, blind = _examine(unit, run, config, ended=ended)
        findings += seen
        unseen += [] if seen or blind is None else [blind]
    findings.sort(key=lambda one: (-("info", "warning", "error").index(one.severity), one.first_step or 0, one.id))
    return findings, unseen


def _examine(unit: Unit, run: Run, config: Configuration, *, ended: bool) -> tuple[list[Finding], Unseen | None]:
    """One detector over every series it watches. It is blind only when it could look at none of them."""
    import numpy as np

    watch: Watch = unit.declaration
    blind: Unseen | None = None
    looked = False
    seen: list[Finding] = []
    for given in _given(watch, run):
        if isinstance(given, Unseen):
            blind = blind or msgspec.structs.replace(given, id=unit.id)
            continue
        if watch.when == "end" and not ended:
            return [], None
        try:
            with np.errstate(over="ignore", invalid="ignore"):  # losses near the end of the number range compare as inf
                found = list(unit.subject(*given, **config.parameters(unit.id)))
        except Exception as error:  # whatever a detector trips over, the answer still comes
            blind = Unseen(unit.id, [], f"failed: {type(error).__name__}: {error}")
            continue
        looked = True
        seen += [msgspec.structs.replace(finding, id=unit.id, when=watch.when) for finding in found]
    return seen, None if looked else blind


def _given(watch: Watch, run: Run) -> Iterator[list[Any] | Unseen]:
    """The arguments of each call, or what is missing for it."""
    fixed: list[Any] = []
    for need in watch.needs:
        value = _value(need, run)
        if value is None and not need.optional:
            yield Unseen("", list(need.names), f"{ABSENT[need.kind]} {_plain(need.names)}")
            return
        fixed.append(value)
    spread = next((index for index, need in enumerate(watch.needs) if need.each), None)
    for one in [None] if spread is None else fixed[spread]:
        given = [one if index == spread else value for index, value in enumerate(fixed)]
        first = next((value for value in given if isinstance(value, Series)), None)
        short = None if first is None else _too_short(watch, first)
        yield given if short is None else Unseen("", [first.name if first else ""], short)


def _value(need: Need, run: Run) -> Any:
    if need.kind == "run":
        return run
    if need.kind == "setting":
        values = (run.settings.get(name, getattr(run, name, None)) for name in need.names)
        return next((value for value in values if value is not None), None)
    if need.kind == "fact":
        return run.fact(need.names[0])
    matching = _matching(need.names, run) or _matching(
        [own for name in need.names for own in STAND_INS.get(name, ())], run
    )
    return (matching or None) if need.each else next(iter(matching), None)


def _matching(names: Iterable[str], run: Run) -> list[Series]:
    return [one for name in names for key, one in run.series.items() if _fits(key, name) and len(one)]


def _fits(key: str, pattern: str) -> bool:
    """Whether a series has a name or fits a pattern; what has a name of its own is no member of a pattern.

    Ranks beside the first are looked at by who asks for them: `lr@*`.
    """
    if key == pattern:
        return True
    other_rank = "@" in key and "@" not in pattern
    return "*" in pattern and not other_rank and key not in SERIES and fnmatch.fnmatchcase(key, pattern)


ABSENT = {"series": "the log has no", "setting": "not known:", "fact": "not in the log:"}
PLAIN = {
    "train/loss": "training loss",
    "val/loss": "validation loss",
    "lr": "learning rate",
    "grad/norm": "gradient norm",
    "train/metric/*": "training metric",
    "val/metric/*": "validation metric",
    "train/loss@*": "training loss of several ranks",
    "time/step@*": "step time of several ranks",
    "time/step": "step time",
    "update/ratio/*": "sizes of updates, layer by layer",
    "weight/norm/*": "norms of weights, layer by layer",
    "grad/norm/*": "gradient norms, layer by layer",
    "act/dead/*": "share of dead units, layer by layer",
    "act/saturated/*": "share of saturated units, layer by layer",
    "amp/scale": "loss scale",
    "amp/skipped": "count of skipped steps",
    "memory/resident": "memory of the process",
    "gpu/busy": "share of time the device is busy",
    "gpu/memory": "memory of the device",
}


def _plain(names: Iterable[str]) -> str:
    first = next(iter(names))
    return PLAIN.get(first, first)


def _too_short(watch: Watch, series: Series) -> str | None:
    """Why a series is too short for a detector, or None."""
    enough = watch.at_least
    have = float(len(series))
    if enough.effective and have >= enough.count:
        have = _independent(series, enough.count)
    if have >= enough.count:
        return None
    kind = "independent point" if enough.effective and len(series) >= enough.count else "point"
    counted = f"{int(have)} {kind}{'' if int(have) == 1 else 's'}"
    return f"{_plain([series.name])} is too short: {counted}, {enough.count} are needed"


def _independent(series: Series, enough: float) -> float:
    """How many independent points a series is worth; where it is certain that it has `enough`, at least so many.

    Means over a window, and lines printed ten steps apart or more, count one each; fifty raw steps count at least one,
    and what lies between in between. A falling loss is judged by its logarithm, whose course is nearly straight: what
    is left of a steep course would pass for correlation.
    """
    if series.independent:
        return float(len(series))
    steps, values = series.steps, series.values
    apart = max(float(steps[-1] - steps[0]) / (len(steps) - 1), 1.0) if len(steps) > 1 else 1.0
    # One point at 10 steps apart, a fiftieth at 1.
    least: float = len(series) * min(1.0, math.pow(apart, math.log10(50)) / 50)
    if least >= min(enough, len(series)):
        return least
    import numpy as np

    good = values[np.isfinite(values)]
    if len(good) and good.min() > 0:
        good = np.log(good)
    return max(least, effective_points(good, independent=False))
