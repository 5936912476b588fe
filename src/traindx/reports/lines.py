"""The answer as JSON lines: one for each finding, then one for its run, last what could not be read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from traindx.reports.json import encoded, envelope
from traindx.schema import Diagnosis, Finding, Identity

CAUSES = 3  # of a run: the likeliest


def lines(
    diagnoses: Sequence[Diagnosis],
    errors: Sequence[Mapping[str, Any]] = (),
    *,
    known: Collection[Identity] = (),
    told: Collection[tuple[Identity, int | None]] = (),
) -> str:
    """Every line is one object, and says in `type` what it is of: finding, run or error.

    `told` are findings, with their first steps, that have had their line before.
    """
    plain = envelope(diagnoses, errors=errors)
    rows: list[dict[str, Any]] = []
    for diagnosis, run in zip(diagnoses, plain["runs"], strict=True):
        rows += [one for one in _run(diagnosis, run, known) if _key(one) not in told]
    rows += [{"type": "error", **one} for one in plain["errors"]]
    return "".join(f"{encoded(row, indent=None)}\n" for row in rows)


def news(diagnosis: Diagnosis, findings: Sequence[Finding], known: Collection[Identity] = ()) -> str:
    """The lines of findings of a run that goes on."""
    part = msgspec.structs.replace(diagnosis, findings=list(findings))
    (run,) = envelope([part])["runs"]
    return "".join(f"{encoded(row, indent=None)}\n" for row in _run(part, run, known) if row["type"] == "finding")


def notice(diagnosis: Diagnosis, text: str) -> str:
    """The line of something that happened to the log of a run that goes on."""
    row = {"type": "notice", "run": diagnosis.run.id, "source": diagnosis.run.source, "text": text}
    return f"{encoded(row, indent=None)}\n"


def _key(row: Mapping[str, Any]) -> tuple[Identity, int | None] | None:
    return ((row["id"], row["series"], row["layer"]), row["first_step"]) if row["type"] == "finding" else None


def _run(diagnosis: Diagnosis, run: dict[str, Any], known: Collection[Identity]) -> Iterator[dict[str, Any]]:
    which = {"run": run["run"]["id"], "source": run["run"]["source"]}
    for finding, told in zip(diagnosis.findings, run["findings"], strict=True):
        yield {"type": "finding", **which, **told, "known": finding.identity in known}
    causes = [{name: one[name] for name in ("id", "title", "probability", "status")} for one in run["causes"][:CAUSES]]
    same = ("verdict", "reason", "known_at_step", "stop_training", "calibrated")
    counts = {"findings": len(diagnosis.findings), "problems": len(diagnosis.problems),
              "new_problems": len(diagnosis.new_problems(known)), "unseen": len(diagnosis.unseen)}  # fmt: skip
    yield {"type": "run", **which, **{name: run[name] for name in same}, **counts, "causes": causes}
