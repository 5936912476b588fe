"""The diagnosis as a report to keep: issues by severity, root causes with their evidence, fixes as code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from traindx.guards.escaping import markdown as safe
from traindx.reports import looks, measured
from traindx.reports.curves import history, main
from traindx.reports.readings import WORTH_NAMING, Reading, headline, odds, readings
from traindx.reports.summary import Summary, summary
from traindx.reports.wording import (
    by_interest,
    compact,
    counted,
    ended,
    format_words,
    message,
    missing_words,
    named,
    plain,
    scope_words,
    span,
    unseen_words,
    with_values,
)
from traindx.schema import Diagnosis, Finding, Fix, Recommendation, Run, Suspect

ROWS = 40  # of a table
VERDICTS = {"problem": "Problem", "healthy": "Healthy", "inconclusive": "Cannot say"}
# The severity of an issue that no cause explains; a cause names its own.
LEVELS = {"error": "high", "warning": "medium", "info": "low"}
ORDER = ("critical", "high", "medium", "low")


def markdown(diagnosis: Diagnosis) -> str:
    """The diagnostic report of one run."""
    parts = [
        f"# Diagnosis of {safe(diagnosis.run.source)}",
        _verdict(diagnosis),
        "" if diagnosis.run.on_bench else _section("History", _history(diagnosis.run)),
        _section("Issues", _issues(diagnosis)),
        _section("Root causes", _causes(diagnosis)),
        _measured(diagnosis.run) if diagnosis.run.on_bench else "",
        _section("Not looked at", _unseen(diagnosis)),
        _section("How sure this is", _sure(diagnosis)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def recommendations(diagnosis: Diagnosis) -> str:
    """What is worth doing, by area, with the improvement that was measured for it, or that none was."""
    head = f"# Recommendations for {safe(diagnosis.run.source)}"
    if not diagnosis.recommendations:
        evidence = "look" if diagnosis.run.on_bench else "log"
        return f"{head}\n\nNothing is recommended on the evidence of this {evidence}.\n"
    rows = [("Area", "What to do", "Expected improvement")]
    rows += [(safe(one.area), safe(one.text), safe(_expected(one))) for one in diagnosis.recommendations]
    examples = [
        f"## {_sentence(safe(fix.title))}\n\n{_code(fix.example)}" for fix in _advised(diagnosis) if fix.example
    ]
    return "\n\n".join([head, _table(rows), *examples]) + "\n"


def _expected(one: Recommendation) -> str:
    return one.basis if one.expected is None else plain(one.expected)


def _advised(diagnosis: Diagnosis) -> list[Fix]:
    texts = {one.text for one in diagnosis.recommendations}
    fixes = {fix.title: fix for cause in diagnosis.causes for fix in cause.fixes if fix.title in texts}
    return list(fixes.values())


# --------------------------------------------------------------- the sections


def _verdict(diagnosis: Diagnosis) -> str:
    run = diagnosis.run
    ends = span(run)
    steps = "" if ends is None else f", {run.unit}s {ends[0]} to {ends[1]}"
    told = f"**{VERDICTS[diagnosis.verdict]}**"
    if diagnosis.verdict == "problem":
        title, sure = headline(diagnosis)
        told += f": {safe(title)}" + (f" ({sure})" if sure else "")
    if diagnosis.verdict == "healthy":
        told += f", as far as {safe(scope_words(diagnosis))} can tell"
    if diagnosis.reason:
        told += f": {safe(diagnosis.reason)}"
    lines = [told + ".", f"{safe(format_words(run))}{steps}; {safe(ended(run))}."]
    if run.on_bench:
        lines[1] = f"{'; '.join(safe(one) for one in (looks.looked_at(run), looks.loss_told(run)) if one)}."
    if diagnosis.stop_training and run.outcome.state == "running":
        lines.append("**Stop this training now:** what is trained from here on is of no use.")
    if diagnosis.known_at_step is not None and not run.on_bench:
        lines.append(f"Known at {run.unit} {diagnosis.known_at_step}.")
    if run.outcome.out_of_scope:
        lines.append(safe(run.outcome.out_of_scope))
    return "\n\n".join(lines)


def _history(run: Run) -> str:
    told = summary(run)
    if not told:
        return ""
    curves = main(run)
    lines = [f"- {safe(named(key))}: {history(series, run.unit)}" for key, series in curves.items()]
    for words, prefix in (("final training loss", "train/"), ("final validation loss", "val/loss")):
        final = next((told[key].final for key in curves if key.startswith(prefix)), None)
        lines.append(f"- {words}: {'not in the log' if final is None else compact(final)}")
    lines.append(f"- epochs: {_epochs(run, told)}")
    rows = [("Series", "First", "Final", "Best", "At", "Points")]
    rows += [_row(key, told[key]) for key in list(by_interest(run))[:ROWS]]
    more = f"\n\n{len(told) - ROWS} more series are not listed." if len(told) > ROWS else ""
    return "\n".join(lines) + "\n\n" + _table(rows) + more


def _measured(run: Run) -> str:
    """The tables of a look at a model."""
    parts = []
    for title, table in (("Tensors", measured.tensors(run)), ("Layers", measured.layers(run))):
        rows, left = measured.ends(table, ROWS) if table else ([], 0)
        told = _table([tuple("-" if cell == "-" else safe(cell) for cell in row) for row in rows]) if rows else ""
        more = f"\n\n{left} more between them are not listed; `diagnosis.json` has all." if left else ""
        parts.append(_section(title, told + more))
    return "\n\n".join(part for part in parts if part)


def _row(key: str, one: Summary) -> tuple[str, str, str, str, str, str]:
    at = "-" if one.best_at is None else str(one.best_at)
    return (safe(key), compact(one.first), compact(one.final), compact(one.best), at, f"{one.points:,}")


def _epochs(run: Run, told: dict[str, Summary]) -> str:
    """How many epochs were trained, as far as the log says."""
    if "epoch" in told:
        return compact(told["epoch"].final)
    ends = span(run)
    if ends is not None and run.unit == "epoch":
        return str(ends[1] - ends[0] + 1)
    if ends is not None and run.steps_per_epoch:
        return compact(round(ends[1] / run.steps_per_epoch, 1))
    return (
        f"not in the log (asked for: {plain(run.settings['epochs'])})" if "epochs" in run.settings else "not in the log"
    )


def _issues(diagnosis: Diagnosis) -> str:
    if not diagnosis.findings:
        return "None of what was looked for stands out." if diagnosis.scope else "Nothing could be looked for."
    rows = sorted(diagnosis.findings, key=lambda one: (ORDER.index(_severity(one, diagnosis)), one.first_step or 0))
    told = [
        (_severity(one, diagnosis), message(one, diagnosis.run), _where(one, diagnosis.run), one.id) for one in rows
    ]
    head = ("Severity", f"What {looks.witness(diagnosis.run)} shows", "Where", "Finding")
    return _table([head, *(tuple(map(safe, row)) for row in told)])


def _severity(finding: Finding, diagnosis: Diagnosis) -> str:
    """Critical, high, medium or low: an error that still stands and asks for a stop is critical."""
    if finding.severity == "error" and finding.open and diagnosis.stop_training:
        return "critical"
    return LEVELS[finding.severity]


def _where(finding: Finding, run: Run) -> str:
    parts = [named(finding.series)] if finding.series else []
    parts += [f"layer {finding.layer}"] if finding.layer else []
    if finding.first_step is not None and not run.on_bench:
        last = finding.last_step
        parts.append(f"{run.unit} {finding.first_step}" + ("" if last in (None, finding.first_step) else f" to {last}"))
    if finding.where.path:
        parts.append(f"{finding.where.path}:{finding.where.line or '?'}")
    return ", ".join(parts)


def _causes(diagnosis: Diagnosis) -> str:
    blocks = []
    rest = []
    for reading in readings(diagnosis):
        if reading.probability < WORTH_NAMING:
            rest += [f"{safe(cause.title)} ({safe(cause.id)})" for cause in reading.causes]
            continue
        if len(reading.causes) > 1:
            blocks.append(_together(reading, diagnosis))
        blocks += [_cause(cause, diagnosis) for cause in reading.causes]
    return "\n\n".join([*blocks, *([f"Less likely than 1 in 10: {', '.join(rest)}."] if rest else [])])


def _together(reading: Reading, diagnosis: Diagnosis) -> str:
    share = odds(reading.probability, calibrated=diagnosis.calibrated)
    names = ", ".join(safe(cause.title) for cause in reading.causes)
    who = "One batch cannot" if diagnosis.run.on_bench else "No log can"
    return f"{who} tell these apart ({share} that it is one of them): {names}."


def _cause(cause: Suspect, diagnosis: Diagnosis) -> str:
    share = odds(cause.probability, calibrated=diagnosis.calibrated)
    harm = {"choice": " It is a legitimate choice.", "display": " Only the picture is wrong."}.get(cause.harm, "")
    blocks = [
        f"### {_sentence(safe(cause.title))}",
        f"Severity: **{safe(cause.severity)}**. Probability: {share}. Status: {safe(cause.status)}.{harm}",
    ]
    evidence = _evidence(cause, diagnosis)
    if evidence:
        blocks.append(f"Evidence:\n\n{evidence}")
    for place, fix in enumerate(cause.fixes):
        told = with_values(fix.title, fix.from_, fix.to)
        blocks.append(f"{'Fix' if place == 0 else 'Or'}: {safe(told)}. {fix.safety.replace('-', ' ').capitalize()}.")
        blocks += [_code(fix.example)] if fix.example else []
    blocks += [f"Do not {safe(text)}." for text in cause.avoid]
    blocks += [f"To be sure: {safe(cause.verify)}."] if cause.verify else []
    if cause.look_alikes:
        blocks.append("Looks like:\n\n" + _list(f"{safe(one.id)}: {safe(one.difference)}" for one in cause.look_alikes))
    blocks += [f"Reference: `{_plain_code(cause.reference)}`"] if cause.reference else []
    return "\n\n".join(blocks)


def _evidence(cause: Suspect, diagnosis: Diagnosis) -> str:
    first: dict[str, Finding] = {}
    for finding in diagnosis.findings:
        first.setdefault(finding.id, finding)
    lines = []
    for word, weights in (("for", cause.evidence_for), ("against", cause.evidence_against)):
        for one in weights:
            told = message(first[one.finding], diagnosis.run) if one.finding in first else one.finding
            lines.append(f"{word} it: {safe(told)} ({safe(one.finding)}, {one.weight:+.1f})")
    return _list(lines)


def _unseen(diagnosis: Diagnosis) -> str:
    if diagnosis.run.on_bench:
        return _sentence(safe(looks.out_of_sight(diagnosis.run))) + "."
    told = unseen_words(diagnosis)
    missing = missing_words(diagnosis)
    lines = [_sentence(safe(told)) + "."] if told else []
    lines += [f"Would have told more: {safe(', '.join(missing))}."] if missing else []
    return "\n\n".join(lines)


def _sure(diagnosis: Diagnosis) -> str:
    belief = diagnosis.belief
    shares = [
        ("nothing is wrong", belief.healthy),
        ("it has converged", belief.converged),
        ("something else", belief.unknown),
    ]
    told = ", ".join(f"{words} {odds(share, calibrated=diagnosis.calibrated)}" for words, share in shares)
    note = "" if diagnosis.calibrated else " The weights are not calibrated yet: they were set by judgement."
    looked = f"{counted(len(diagnosis.unseen), 'kind')} of trouble could not be looked for."
    return f"Beside the causes above: {told}.{note} {looked}"


# ------------------------------------------------------------------ the marks


def _section(title: str, body: str) -> str:
    return f"## {title}\n\n{body}" if body else ""


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]])


def _list(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _code(text: str) -> str:
    """A block of code whose fence is longer than any in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    lines = "\n".join(_plain_code(line) for line in text.splitlines())
    return f"{fence}python\n{lines}\n{fence}"


def _plain_code(text: str) -> str:
    from traindx.guards.escaping import terminal

    return terminal(text.replace("\t", "    "))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
