"""The answer for programs: one envelope for every command, strict JSON, schema 1."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from traindx.reports.readings import WORTH_NAMING
from traindx.reports.summary import summary
from traindx.reports.wording import span
from traindx.schema import (
    Belief,
    Diagnosis,
    Explanation,
    Finding,
    Outcome,
    Recommendation,
    Run,
    Suspect,
    Trial,
    Unseen,
    Where,
)

SCHEMA = 1
Broken = Literal["NaN", "Infinity", "-Infinity"]  # what strict JSON has no number for
# 1,500 tokens at four characters each: what an agent may be asked to read without being asked first.
BRIEF = 6_000


class Trouble(msgspec.Struct, frozen=True):
    """Something that could not be read: what is wrong with it, and what to do."""

    source: str
    what: str
    do: str


class Numbers(msgspec.Struct, frozen=True):
    """A series in five numbers. `best` is null where no direction is better."""

    first: float | Broken | None
    final: float | Broken | None
    best: float | Broken | None
    best_at: int | None
    points: int


class RunPart(msgspec.Struct, frozen=True):
    """Which training this speaks of."""

    id: str
    source: str
    format: str
    framework: str | None
    unit: str
    steps: list[int]  # first and last; empty without a series
    steps_per_epoch: float | None
    series: list[str]
    settings: dict[str, Any]
    summary: dict[str, Numbers]
    outcome: Outcome


class FindingPart(msgspec.Struct, frozen=True):
    """What the run shows."""

    id: str
    severity: Literal["info", "warning", "error"]
    message: str
    series: str | None
    layer: str | None
    rank: int | None
    first_step: int | None
    last_step: int | None
    known_step: int | None
    when: Literal["event", "end"]
    open: bool
    invariant: bool
    where: Where
    evidence: dict[str, Any]


class Answer(msgspec.Struct, frozen=True):
    """The whole diagnosis of one run."""

    run: RunPart
    verdict: Literal["healthy", "problem", "inconclusive"]
    reason: str | None
    scope: list[str]
    missing: list[str]
    access: list[str]
    known_at_step: int | None
    findings: list[FindingPart]
    unseen: list[Unseen]
    calibrated: bool
    belief: Belief
    explanations: list[Explanation]
    causes: list[Suspect]
    one_of: list[str] | None
    next: list[Any]
    recommendations: list[Recommendation]
    stop_training: bool
    stop_debugging: str | None
    trials: list[Trial]
    asked: list[Any]
    alike: list[list[str]]  # causes that no log can tell apart
    health_prior: float


class Envelope(msgspec.Struct, frozen=True):
    """What every command prints as JSON."""

    schema: int
    traindx: str
    command: str
    errors: list[Trouble]
    runs: list[Answer]
    answer: dict[str, Any]


def payload(
    diagnoses: Sequence[Diagnosis],
    command: str = "diagnose",
    errors: Sequence[Mapping[str, Any]] = (),
    *,
    brief: bool = False,
    answer: dict[str, Any] | None = None,
) -> str:
    """The answer as a JSON text that ends in a newline; `brief`: at most 1,500 tokens."""
    whole = envelope(diagnoses, command, errors, answer=answer)
    return _shortened(whole) if brief else encoded(whole) + "\n"


def envelope(
    diagnoses: Sequence[Diagnosis],
    command: str = "diagnose",
    errors: Sequence[Mapping[str, Any]] = (),
    *,
    answer: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The answer as plain data, without a number that JSON does not know."""
    from traindx import __version__

    troubles = [Trouble(str(one.get("source", "")), str(one.get("what", "")), str(one.get("do", ""))) for one in errors]
    whole = Envelope(SCHEMA, __version__, command, troubles, [_answer(one) for one in diagnoses], answer or {})
    plain: dict[str, Any] = _strict(msgspec.to_builtins(whole, str_keys=True, enc_hook=_number))
    return plain


def encoded(data: Any, *, indent: int | None = 2) -> str:
    """Strict JSON in ASCII: no character of a log reaches a terminal through it."""
    return json.dumps(data, indent=indent, ensure_ascii=True, allow_nan=False)


def _answer(diagnosis: Diagnosis) -> Answer:
    given = {name: getattr(diagnosis, name) for name in Answer.__struct_fields__ if name not in ("run", "findings")}
    return Answer(run=_run(diagnosis.run), findings=[_finding(one) for one in diagnosis.findings], **given)


def _finding(finding: Finding) -> FindingPart:
    return FindingPart(**{name: getattr(finding, name) for name in FindingPart.__struct_fields__})


def _run(run: Run) -> RunPart:
    told = {key: Numbers(**msgspec.structs.asdict(one)) for key, one in summary(run).items()}
    same = ("id", "source", "format", "framework", "unit", "steps_per_epoch", "settings", "outcome")
    given = {name: getattr(run, name) for name in same}
    return RunPart(steps=list(span(run) or ()), series=list(run.series), summary=told, **given)


def _number(value: Any) -> Any:
    """A scalar of NumPy as one of Python's; whatever else a log's facts hold, as text."""
    return value.item() if hasattr(value, "item") and getattr(value, "size", 0) == 1 else str(value)


def _strict(value: Any) -> Any:
    """The same data with NaN and infinities as words, and without halves of characters."""
    if isinstance(value, float):
        return value if math.isfinite(value) else "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, dict):
        return {_strict(str(key)): _strict(one) for key, one in value.items()}
    return [_strict(one) for one in value] if isinstance(value, (list, tuple)) else value


# ------------------------------------------------------------------ in short


def _shortened(whole: dict[str, Any]) -> str:
    """As many runs with as many findings as 1,500 tokens hold; what was left out is counted."""
    for findings, causes, letters in ((6, 3, 300), (4, 3, 200), (3, 2, 120), (1, 1, 80)):
        told = encoded(_brief(whole, len(whole["runs"]), findings, causes, letters), indent=None)
        if len(told) < BRIEF:
            return told + "\n"
    low, high = 0, len(whole["runs"])
    while low < high:  # the most runs that fit, the worst first
        middle = (low + high + 1) // 2
        fits = len(encoded(_brief(whole, middle, 1, 1, 80), indent=None)) < BRIEF
        low, high = (middle, high) if fits else (low, middle - 1)
    return encoded(_brief(whole, low, 1, 1, 80), indent=None) + "\n"


def _brief(whole: dict[str, Any], runs: int, findings: int, causes: int, letters: int) -> dict[str, Any]:
    kept = [_brief_run(one, findings, causes, letters) for one in whole["runs"][:runs]]
    left = {"runs": len(whole["runs"]) - runs, "errors": max(0, len(whole["errors"]) - 3)}
    short = {name: whole[name] for name in ("schema", "traindx", "command")}
    told = {**short, "brief": True, "errors": whole["errors"][:3], "runs": kept, "left_out": left}
    return {key: _cut(value, letters) for key, value in told.items()}


def _brief_run(run: dict[str, Any], findings: int, causes: int, letters: int) -> dict[str, Any]:
    main = [key for key in ("train/loss", "val/loss") if key in run["run"]["summary"]] or run["run"]["series"][:1]
    head = {name: run["run"][name] for name in ("id", "source", "format", "unit", "steps")}
    likely = [one for one in run["causes"] if one["probability"] >= WORTH_NAMING][:causes]
    return {
        "run": {**head, "summary": {key: run["run"]["summary"][key] for key in main},
                "outcome": {"state": run["run"]["outcome"]["state"]}},
        **{name: run[name] for name in ("verdict", "reason", "known_at_step", "calibrated", "belief", "stop_training")},
        "missing": run["missing"][:causes],
        "findings": [{name: one[name] for name in ("id", "severity", "message", "series", "first_step")}
                     for one in run["findings"][:findings]],
        "causes": [_brief_cause(one) for one in likely],
        "alike": run["alike"][:1],
        "left_out": {"findings": max(0, len(run["findings"]) - findings), "causes": len(run["causes"]) - len(likely),
                     "unseen": len(run["unseen"])},
    }  # fmt: skip


def _brief_cause(cause: dict[str, Any]) -> dict[str, Any]:
    fixes = [{name: one[name] for name in ("id", "title", "from", "to")} for one in cause["fixes"][:1]]
    same = {name: cause[name] for name in ("id", "title", "probability", "status", "verify", "reference")}
    return {**same, "probability": round(same["probability"], 2), "fixes": fixes, "avoid": cause["avoid"][:1]}


def _cut(value: Any, letters: int) -> Any:
    """Long texts without their end, numbers in six digits."""
    if isinstance(value, str):
        # What JSON has to escape takes six letters of the answer for each of the text.
        kept = value if value.isascii() else value[: letters // 4]
        return kept if len(kept) <= letters and kept == value else kept[: letters - 3] + "..."
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {key[:letters]: _cut(one, letters) for key, one in value.items()}
    return [_cut(one, letters) for one in value] if isinstance(value, list) else value
