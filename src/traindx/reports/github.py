"""The answer for GitHub Actions: annotations as workflow commands, and a summary of the job.

Only the first few annotations of a step are shown, so the headline of each failing run comes first, then its findings,
the worst first. Known findings are notices.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from traindx.guards.escaping import markdown as safe
from traindx.guards.escaping import terminal
from traindx.reports.curves import ordered
from traindx.reports.looks import witness
from traindx.reports.section import gist
from traindx.reports.wording import WORDS, message
from traindx.schema import Diagnosis, Finding, Identity

LETTERS = 1_000  # of one text from a log
MOST = 50  # annotations of one run
# A summary of more than a megabyte is refused as a whole.
ROWS = 500


def github(
    diagnoses: Sequence[Diagnosis],
    errors: Sequence[Mapping[str, Any]] = (),
    *,
    known: Collection[Identity] = (),
    failing: Collection[str] = ("problem",),
) -> str:
    """Workflow commands, one a line; `failing` are the verdicts that make the exit status 1."""
    lines = [_command("error", "not read", f"{one.get('what', '')}; {one.get('do', '')}") for one in errors]
    lines += [_headline(diagnosis, known, failing) for diagnosis in diagnoses]
    for diagnosis in diagnoses:
        lines += _annotations(diagnosis, known, failing)
    return "".join(f"{line}\n" for line in lines)


def summary(
    diagnoses: Sequence[Diagnosis], errors: Sequence[Mapping[str, Any]] = (), *, known: Collection[Identity] = ()
) -> str:
    """The summary of the job, in Markdown."""
    rows = ["| Verdict | Run | What |", "| --- | --- | --- |"]
    rows += [
        f"| {WORDS[one.verdict][0]} | {_short(one.run.source)} | {_short(gist(one))} |" for one in diagnoses[:ROWS]
    ]
    found = [(diagnosis, one) for diagnosis in diagnoses for one in ordered(diagnosis) if one.severity != "info"]
    if found:
        rows += [
            "",
            f"| Severity | Run | What {witness(found[0][0].run)} shows | Finding |",
            "| --- | --- | --- | --- |",
        ]
    for diagnosis, one in found[:ROWS]:
        word = f"{one.severity}, known" if one.identity in known else one.severity
        told = _short(message(one, diagnosis.run))
        rows.append(f"| {safe(word)} | {_short(diagnosis.run.source)} | {told} | {safe(one.id)} |")
    left = max(0, len(diagnoses) - ROWS) + max(0, len(found) - ROWS)
    rows += ["", f"{left:,} more rows are left out."] if left else []
    rows += ["", *(f"- {_short(str(one.get('what', '')))}; {_short(str(one.get('do', '')))}" for one in errors[:ROWS])]
    return "## traindx\n\n" + "\n".join(rows).rstrip() + "\n"


def _headline(diagnosis: Diagnosis, known: Collection[Identity], failing: Collection[str]) -> str:
    """A failing run is an error, an undecided or known one a notice, a healthy one a line in the log of the job."""
    word, told = WORDS[diagnosis.verdict][0], gist(diagnosis)
    title = f"{word} {diagnosis.run.source}"
    if diagnosis.fails(failing, known):
        return _command("error", title, told)
    if diagnosis.verdict == "healthy":
        return f"{word} {_clean(diagnosis.run.source)}: {_clean(told)}"
    return _command("notice", title, told)


def _annotations(diagnosis: Diagnosis, known: Collection[Identity], failing: Collection[str]) -> Iterator[str]:
    fails = diagnosis.fails(failing, known)
    loud = [one for one in ordered(diagnosis) if one.severity != "info"]
    loud.sort(key=lambda one: one.identity in known)
    for one in loud[:MOST]:
        level = one.severity if fails else "warning"
        old = one.identity in known
        told = f"{message(one, diagnosis.run)}{' (known)' if old else ''}"
        yield _command("notice" if old else level, f"{one.id} {diagnosis.run.source}", told, one)
    if len(loud) > MOST:
        yield f"and {len(loud) - MOST:,} more findings of {_clean(diagnosis.run.source)}"


def _command(level: str, title: str, text: str, finding: Finding | None = None) -> str:
    where = finding.where if finding is not None else None
    parts = [f"title={_property(title)}"]
    if where is not None and where.path:
        parts = [f"file={_property(where.path)}", *([f"line={where.line}"] if where.line else []), *parts]
    return f"::{level} {','.join(parts)}::{_data(text)}"


def _data(text: str) -> str:
    """What stands behind the second pair of colons: on one line, as the runner decodes it."""
    return _clean(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _clean(text: str) -> str:
    return terminal(text if len(text) <= LETTERS else text[: LETTERS - 3] + "...")


def _short(text: str) -> str:
    return safe(text if len(text) <= LETTERS else text[: LETTERS - 3] + "...")
