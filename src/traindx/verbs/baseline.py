"""What an earlier answer already knew: its findings fail nothing when they are found again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from traindx.decoding.json_text import document
from traindx.guards.limits import MAX_FILE_BYTES
from traindx.guards.paths import open_regular
from traindx.guards.refusal import Refused
from traindx.schema import Diagnosis, Identity

COMMANDS = ("diagnose", "inspect")  # whose answers hold findings
DO = "make one with `traindx diagnose PATH --format json -o FILE`"


def baseline(path: str) -> frozenset[Identity]:
    """The findings of warning or error in a JSON answer of `diagnose` or `inspect`."""
    with open_regular(path) as file:
        data = file.read(MAX_FILE_BYTES + 1)
    try:
        answer = document(data)
    except Refused as refused:
        raise Refused(f"{path} is no baseline: {refused.what}", DO) from None
    runs = answer.get("runs") if isinstance(answer, dict) and answer.get("command") in COMMANDS else None
    if not isinstance(runs, list):
        raise Refused(f"{path} is no baseline: it is no answer of {' or '.join(COMMANDS)}", DO)
    return frozenset(_identity(one, path) for run in runs for one in _findings(run, path) if _loud(one))


def left_out(diagnoses: Sequence[Diagnosis], known: frozenset[Identity]) -> list[str]:
    """How many findings did not count, as a line for the user."""
    count = sum(len(one.problems) - len(one.new_problems(known)) for one in diagnoses)
    return [f"{count} known finding{'' if count == 1 else 's'} left out of account"] if count else []


def _findings(run: Any, path: str) -> list[Any]:
    findings = run.get("findings") if isinstance(run, dict) else None
    if not isinstance(findings, list):
        raise Refused(f"{path} is no baseline: a run in it has no findings", DO)
    return findings


def _loud(finding: Any) -> bool:
    """A finding that alarmed nobody then is news when it alarms now."""
    return isinstance(finding, dict) and finding.get("severity") != "info"


def _identity(finding: Any, path: str) -> Identity:
    if "layer" not in finding:
        raise Refused(f"{path} is no baseline: it is a short answer, which leaves findings out", DO)
    id, series, layer = (finding.get(name) for name in ("id", "series", "layer"))
    return str(id), series if isinstance(series, str) else None, layer if isinstance(layer, str) else None
