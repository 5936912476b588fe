"""What the short screen leaves out: every finding with its evidence, every reading with its weights, every gap."""

from __future__ import annotations

from typing import Any

from traindx.reports import measured
from traindx.reports.page import Page, cells, tail
from traindx.reports.readings import odds
from traindx.reports.summary import summary
from traindx.reports.wording import compact, counted, message, named, plain
from traindx.schema import Diagnosis, Finding, Suspect

LEVELS = {"error": "red", "warning": "yellow", "info": "dim"}
PER = {"step": "one a step", "window": "means", "epoch": "one an epoch", "running": "running means",
       "smoothed": "smoothed", "evaluation": "one an evaluation"}  # fmt: skip
STATUS = {"violated-invariant": "certain: seen directly", "present-harmless": "present but harmless"}


def details(page: Page, diagnosis: Diagnosis, *, looked_for: int | None = None) -> None:
    """Appends the long part to a page."""
    _all_findings(page, diagnosis)
    for cause in diagnosis.causes:
        _cause(page, cause, calibrated=diagnosis.calibrated)
    _belief(page, diagnosis)
    _gaps(page, diagnosis, looked_for)
    if diagnosis.run.on_bench:
        _measured(page, diagnosis)
    else:
        _series(page, diagnosis)
    _known(page, "Settings", diagnosis.run.settings)
    facts = {f"{one.name}{'' if one.step is None else f' @ {one.step}'}": one.value for one in diagnosis.run.facts}
    _known(page, "Facts", dict(measured.facts(diagnosis.run)) if diagnosis.run.on_bench else facts)
    _more(page, diagnosis)


def _head(page: Page, title: str) -> None:
    page.blank()
    page.line((page.clean(title), "bold"))


def _all_findings(page: Page, diagnosis: Diagnosis) -> None:
    _head(page, f"Findings ({len(diagnosis.findings)})")
    if not diagnosis.findings:
        page.text("none", indent=2)
    for one in diagnosis.findings:
        page.text(f"{one.severity:<8}{message(one, diagnosis.run)}", indent=2, style=LEVELS.get(one.severity, ""))
        page.text(_place(one, bench=diagnosis.run.on_bench), indent=10, style="dim")
        if one.evidence:
            page.text("; ".join(f"{key} {_value(value)}" for key, value in one.evidence.items()), indent=10)


def _place(finding: Finding, *, bench: bool) -> str:
    parts = [finding.id + (f":{finding.kind}" if finding.kind else "")]
    parts += [named(finding.series)] if finding.series else []
    parts += [f"layer {finding.layer}"] if finding.layer else []
    parts += [f"rank {finding.rank}"] if finding.rank is not None else []
    if finding.first_step is not None and not bench:
        last = "" if finding.last_step in (None, finding.first_step) else f"-{finding.last_step}"
        parts.append(f"{finding.first_step}{last}")
    parts += [f"known at {finding.known_step}"] if finding.known_step is not None and not bench else []
    parts += ["still so at the last point"] if finding.open and not bench else []
    parts += ["seen directly, not inferred"] if finding.invariant else []
    if finding.where.path:
        parts.append(f"{finding.where.path}:{finding.where.line or '?'}")
    return ", ".join(parts)


def _value(value: Any) -> str:
    if isinstance(value, float):
        return compact(value)
    if isinstance(value, list):
        return f"[{', '.join(_value(one) for one in value[:8])}{', ...' if len(value) > 8 else ''}]"
    return plain(value)


def _cause(page: Page, cause: Suspect, *, calibrated: bool) -> None:
    _head(page, cause.title)
    state = STATUS.get(cause.status, cause.status)
    parts = [odds(cause.probability, calibrated=calibrated), state, f"severity {cause.severity}"]
    parts += ["legitimate, worth knowing"] if cause.harm == "choice" else []
    parts += ["only the picture is wrong"] if cause.harm == "display" else []
    page.text(f"{cause.id}: {', '.join([*parts, cause.category])}", indent=2, style="dim")
    for label, weights in (("speaks for it", cause.evidence_for), ("speaks against it", cause.evidence_against)):
        if weights:
            told = ", ".join(f"{one.finding} ({one.weight:+.1f})" for one in weights)
            page.text(f"{label}: {told}", indent=2)
    for fix in cause.fixes:
        page.text(f"do: {fix.title} ({fix.id}, {fix.safety.replace('-', ' ')}, judged by {fix.judged_by})", indent=2)
        page.code(fix.example, indent=6)
    for text in cause.avoid:
        page.text(f"do not: {text}", indent=2)
    if cause.verify:
        page.text(f"to be sure: {cause.verify}", indent=2)
    for other in cause.look_alikes:
        page.text(f"looks like {other.id}: {other.difference}", indent=2)
    if cause.reference:
        page.text(f"manual: {cause.reference}", indent=2)


def _belief(page: Page, diagnosis: Diagnosis) -> None:
    _head(page, "Belief" if diagnosis.calibrated else "Belief (not calibrated yet)")
    belief = diagnosis.belief
    rows = [(" and ".join(one.causes), one.probability) for one in diagnosis.explanations]
    rows += [("nothing is wrong", belief.healthy), ("it has converged", belief.converged)]
    rows += [("something else", belief.unknown)]
    for title, share in sorted(rows, key=lambda row: -row[1]):
        page.text(f"{odds(share, calibrated=diagnosis.calibrated):<14} {title}", indent=2)
    prior = odds(diagnosis.health_prior, calibrated=False)
    words = f"before looking, health was given {prior}"
    if not diagnosis.calibrated:
        words += "; not calibrated yet: the weights were set by judgement and not judged on programs they never saw"
    page.text(words, indent=2, style="dim")
    for group in diagnosis.alike:
        page.text(f"{'one batch cannot' if diagnosis.run.on_bench else 'no log can'} tell apart: {', '.join(group)}",
                  indent=2)  # fmt: skip


def _gaps(page: Page, diagnosis: Diagnosis, looked_for: int | None) -> None:
    told = "" if looked_for is None else f" (of {looked_for} kinds of trouble)"
    _head(page, f"Not looked at ({len(diagnosis.unseen)}){told}")
    if not diagnosis.unseen:
        page.text("nothing that a log can show", indent=2)
    for reason, ids in measured.gaps(diagnosis).items():
        page.text(f"{reason}: {', '.join(ids)}", indent=2)


def _series(page: Page, diagnosis: Diagnosis) -> None:
    _head(page, f"Series ({len(diagnosis.run.series)})")
    for key, told in summary(diagnosis.run).items():
        best = "" if told.best is None else f", best {compact(told.best)} at {told.best_at}"
        series = diagnosis.run.series[key]
        over = f" over {counted(series.window, 'step')}" if series.window else ""
        points = counted(told.points, "point") + (f" ({PER[series.per]}{over})" if series.per in PER else "")
        page.text(f"{key}: {points}; {compact(told.first)} -> {compact(told.final)}{best}", indent=2)


def _measured(page: Page, diagnosis: Diagnosis) -> None:
    """The tables of a look, the columns that the width has room for."""
    for title, table in (("Tensors", measured.tensors(diagnosis.run)), ("Layers", measured.layers(diagnosis.run))):
        if not table:
            continue
        _head(page, f"{title} ({len(table) - 1})")
        widths = [max(cells(page.clean(row[place])) for row in table) for place in range(len(table[0]))]
        widths[0] = min(widths[0], 30)
        while sum(widths) + 2 * len(widths) > page.width and len(widths) > 2:
            widths.pop()
        for row in table:
            name = tail(page.clean(row[0]), widths[0])
            rest = "".join(f"  {page.clean(cell):>{width}}" for cell, width in zip(row[1:], widths[1:], strict=False))
            page.line((f"  {name}{' ' * (widths[0] - cells(name))}{rest}", "dim" if row is table[0] else ""))


def _known(page: Page, title: str, table: dict[str, Any]) -> None:
    if table:
        _head(page, title)
    for key, value in table.items():
        page.text(f"{key} = {plain(value)[:400]}", indent=2)


def _more(page: Page, diagnosis: Diagnosis) -> None:
    error = diagnosis.run.outcome.error
    if error is not None and (error.type or error.message):
        _head(page, "How it ended")
        page.text(f"{error.type}: {error.message}".strip(": "), indent=2)
        if error.where:
            page.text(error.where, indent=2, style="dim")
    if diagnosis.recommendations:
        _head(page, "Worth doing")
    for one in diagnosis.recommendations:
        expected = one.basis if one.expected is None else f"expected {plain(one.expected)}"
        page.text(f"{one.area}: {one.text} ({expected})", indent=2)
    if diagnosis.stop_debugging:
        _head(page, "When to stop looking")
        page.text(diagnosis.stop_debugging, indent=2)
