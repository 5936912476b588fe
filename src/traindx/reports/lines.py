"""The answer as JSON lines: one for each finding, then one for its run, last what could not be read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from traindx.reports.json import encoded, envelope
from traindx.schema import Diagnosis, Identity

CAUSES = 3  # of a run: the likeliest


def lines(
    diagnoses: Sequence[Diagnosis], errors: Sequence[Mapping[str, Any]] = (), *, known: Collection[Identity] = ()
) -> str:
    """Every line is one object, and says in `type` what it is of: finding, run or error."""
    plain = envelope(diagnoses, errors=errors)
    rows: list[dict[str, Any]] = []
    for diagnosis, run in zip(diagnoses, plain["runs"], strict=True):
        rows += _run(diagnosis, run, known)
    rows += [{"type": "error", **one} for one in plain["errors"]]
    return "".join(f"{encoded(row, indent=None)}\n" for row in rows)


def _run(diagnosis: Diagnosis, run: dict[str, Any], known: Collection[Identity]) -> Iterator[dict[str, Any]]:
    which = {"run": run["run"]["id"], "source": run["run"]["source"]}
    for finding, told in zip(diagnosis.findings, run["findings"], strict=True):
        yield {"type": "finding", **which, **told, "known": finding.identity in known}
    causes = [{name: one[name] for name in ("id", "title", "probability", "status")} for one in run["causes"][:CAUSES]]
    same = ("verdict", "reason", "known_at_step", "stop_training", "calibrated")
    counts = {"findings": len(diagnosis.findings), "problems": len(diagnosis.problems),
              "new_problems": len(diagnosis.new_problems(known)), "unseen": len(diagnosis.unseen)}  # fmt: skip
    yield {"type": "run", **which, **{name: run[name] for name in same}, **counts, "causes": causes}
