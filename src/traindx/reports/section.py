"""One run on the page: the verdict, what to do and not to do, its curves beside what was found in them, the causes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from traindx.guards.escaping import html as _escaped
from traindx.guards.escaping import terminal
from traindx.reports import looks, measured
from traindx.reports.activation_chart import activation_picture
from traindx.reports.chart import Band, curve
from traindx.reports.curves import history, main, ordered
from traindx.reports.layer_chart import layer_pictures
from traindx.reports.readings import WORTH_NAMING, headline, leading, odds, readings, weak
from traindx.reports.sample_chart import sample_picture
from traindx.reports.wording import (
    WORDS,
    by_interest,
    counted,
    ended,
    format_words,
    message,
    missing_words,
    named,
    out_of_sight,
    plain,
    scope_words,
    span,
    with_values,
)
from traindx.schema import Diagnosis, Finding, Series, Suspect

LETTERS = 1_000  # of one text from a log
MOST = 200  # findings that are listed
FEW = 8  # reasons for not looking that are shown without a click
ROWS = 100  # settings, facts
OPEN = 2  # pictures of layers; the others are folded away
DETAILED = 500  # points a curve: with less room, many runs share the page
UNSMOOTHED = ("lr", "epoch", "tokens")  # a mean over a schedule is no schedule


class Room(NamedTuple):
    """How much of a run the page has room for."""

    curves: int = 30
    points: int = 2_000  # of one curve


def section(
    diagnosis: Diagnosis, *, place: int, room: Room, sample: Mapping[str, Any] | None = None
) -> tuple[str, dict[str, Any]]:
    """The run as HTML, and the data of its curves."""
    run = diagnosis.run
    figures, data = _figures(diagnosis, place, room)
    parts = [
        f"<h2>{safe(run.source)}</h2>",
        f'<p class="{diagnosis.verdict} verdict"><b>{WORDS[diagnosis.verdict][0]}</b> {safe(gist(diagnosis))}</p>',
        f"<p>{_run_line(diagnosis)}</p>",
        _advice(diagnosis),
        f'<div class="evidence"><div class="curves">{figures}</div>'
        f'<div class="found">{_findings(diagnosis, place, data)}</div></div>',
        _causes(diagnosis),
        sample_picture(sample),
        *_measured(diagnosis),
        _unseen(diagnosis),
        _belief(diagnosis),
        _known(diagnosis),
    ]
    body = f'<section id="r{place}">{"".join(parts)}</section>'
    return body, {"unit": run.unit, "span": list(span(run) or (0, 1)), "curves": data}


def safe(text: str) -> str:
    """Text from a log, escaped and of a length that a page can bear."""
    return _escaped(text if len(text) <= LETTERS else text[: LETTERS - 3] + "...")


def gist(diagnosis: Diagnosis) -> str:
    """What stands behind the word of the verdict."""
    if diagnosis.verdict == "problem":
        title, sure = headline(diagnosis)
        return f"{title} ({sure})" if sure else title
    if diagnosis.verdict == "healthy":
        return f"as far as {scope_words(diagnosis)} can tell"
    return diagnosis.reason or "nothing decides between the readings"


def _run_line(diagnosis: Diagnosis) -> str:
    run, ends = diagnosis.run, span(diagnosis.run)
    if run.on_bench:
        return ". ".join(safe(one) for one in (looks.looked_at(run), looks.loss_told(run)) if one) + "."
    steps = "" if ends is None else f", {run.unit}s {ends[0]:,} to {ends[1]:,}"
    told = [f"{format_words(run)}{steps}; {ended(run)}"]
    told += [f"{named(key)} {history(series, run.unit)}" for key, series in main(run).items()]
    told += [run.outcome.out_of_scope] if run.outcome.out_of_scope else []
    return ". ".join(safe(one) for one in told) + "."


# ----------------------------------------------------------------- the advice


def _advice(diagnosis: Diagnosis) -> str:
    """What to do and what not to do; for a reading too weak for advice, what would tell."""
    reading = leading(diagnosis)
    rows = []
    if diagnosis.stop_training and diagnosis.run.outcome.state == "running":
        rows.append(("Stop now", "what is trained from here on is of no use"))
    told = diagnosis.verdict == "problem" and reading is not None and not weak(reading)
    if reading is not None and told:
        fix = reading.fix
        rows += [("Do", with_values(fix.title, fix.from_, fix.to))] if fix else []
        rows += [("Do not", reading.avoid)] if reading.avoid else []
    if reading is not None and diagnosis.verdict != "healthy" and reading.causes[0].verify:
        rows.append(("To be sure" if told else "Test first", reading.causes[0].verify))
    others = [one for one in readings(diagnosis) if one.probability >= WORTH_NAMING and not (told and one == reading)]
    share = [f"{one.short} ({odds(one.probability, calibrated=diagnosis.calibrated)})" for one in others[:3]]
    rows += [("Or it is" if told else "It may be", ", ".join(share))] if share else []
    if diagnosis.known_at_step is not None and not diagnosis.run.on_bench:
        rows.append(("Known at", f"{diagnosis.run.unit} {diagnosis.known_at_step:,}"))
    return _pairs(rows)


# ----------------------------------------------------- the curves, the findings


def _figures(diagnosis: Diagnosis, place: int, room: Room) -> tuple[str, list[dict[str, Any]]]:
    run = diagnosis.run
    loud = {one.series for one in diagnosis.findings if one.severity != "info"}
    pictures = _layered(diagnosis, room)
    together = {one.key for one in run.series.values() if one.layer is not None and pictures}
    least = 2 if run.on_bench else 1  # a moment is no curve
    filled = {key: one for key, one in by_interest(run).items() if len(one) >= least and key not in together}
    shown = sorted(filled, key=lambda key: key not in loud and key not in main(run))[: room.curves]
    ends = span(run) or (0, 1)
    parts, data = [], []
    for number, key in enumerate(one for one in filled if one in shown):
        series = filled[key]
        smooth = not key.startswith(UNSMOOTHED)
        label = f"{named(key)}: {history(series, run.unit)}"
        picture, points = curve(
            series, _bands(diagnosis, key, place, ends[1]), label=label, span=ends, points=room.points, smooth=smooth
        )
        name = f"c{place}-{number}"
        log = ' <span class="scale">logarithmic</span>' if points["log"] else ' <span class="scale"></span>'
        caption = f"<b>{safe(named(key))}</b> {safe(history(series, run.unit))}{log} {_drawn(series, run.unit, points)}"
        parts.append(f'<figure id="{name}"><figcaption>{caption}</figcaption>{picture}</figure>')
        data.append({"id": name, **points})
    rest = len(filled) - len(parts)
    more = [f'<p class="dim">{counted(rest, "more series", "more series")} not drawn</p>'] if rest else []
    return "".join([*parts, *more, *pictures]) or _no_curve(diagnosis), data


def _no_curve(diagnosis: Diagnosis) -> str:
    return "" if diagnosis.run.on_bench else '<p class="dim">The log has no curve.</p>'


def _layered(diagnosis: Diagnosis, room: Room) -> list[str]:
    """Pictures of all layers together; with little room of their gradients alone."""
    loud = {one.layer for one in diagnosis.findings if one.layer is not None and one.severity != "info"}
    drawn = layer_pictures(diagnosis.run, loud, detailed=room.points >= DETAILED)
    if diagnosis.run.on_bench:
        drawn[1:1] = activation_picture(diagnosis.run, loud)
    figures = [f"<figure><figcaption>{words}</figcaption>{picture}</figure>" for words, picture in drawn]
    if len(figures) <= OPEN:
        return figures
    folded = "".join(figures[OPEN:])
    return [*figures[:OPEN], f"<details><summary>More of each layer</summary>{folded}</details>"]


def _drawn(series: Series, unit: str, points: dict[str, Any]) -> str:
    """How many points there are, how many are drawn, and how many cannot be."""
    import numpy as np

    thinned = f", {len(points['x']):,} drawn: the extremes" if len(points["x"]) < len(series) else ""
    told = f'<span class="dim">{counted(len(series), "point")}{thinned}</span>'
    bad = ~np.isfinite(series.values)
    if bad.any():
        first = f"the first at {unit} {int(series.steps[bad.argmax()]):,}"
        count = counted(int(bad.sum()), "value is", "values are")
        told += f' <span class="bad">▲ {count} not finite, {safe(first)}</span>'
    return told


def _bands(diagnosis: Diagnosis, key: str, place: int, end: int) -> list[Band]:
    bands = []
    for number, one in enumerate(ordered(diagnosis)[:MOST]):
        if one.series == key and one.first_step is not None:
            last = one.last_step if one.last_step is not None else end if one.open else one.first_step
            title = message(one, diagnosis.run)[:LETTERS]
            bands.append(Band(f"b{place}-{number}", one.severity, one.first_step, last, title))
    return bands


def _findings(diagnosis: Diagnosis, place: int, data: list[dict[str, Any]]) -> str:
    if not diagnosis.findings:
        told = "None of what was looked for stands out." if diagnosis.scope else "Nothing could be looked for."
        return f"<h3>Findings</h3><p>{told}</p>"
    found = ordered(diagnosis)
    drawn = {name for one in data for name, _, _ in one["bands"]}
    names = [f"b{place}-{number}" for number in range(min(MOST, len(found)))]
    layers = Counter((one.id, one.severity) for one in found if one.layer is not None)
    rows = []
    for one, name in zip(found, names, strict=False):
        rest = layers.get((one.id, one.severity), 1) - 1 if one.layer is not None else 0
        if rest >= 0:
            rows.append(_finding(diagnosis, one, name if name in drawn else "", rest))
        if one.layer is not None:
            layers[one.id, one.severity] = 0  # said with the first
    more = f'<p class="dim">and {len(found) - MOST:,} more</p>' if len(found) > MOST else ""
    head = f"<tr><th>Severity</th><th>What {looks.witness(diagnosis.run)} shows</th></tr>"
    return f"<h3>Findings</h3><table>{head}{''.join(rows)}</table>{more}"


def _finding(diagnosis: Diagnosis, one: Finding, band: str, layers: int = 0) -> str:
    more = f", and in {counted(layers, 'more layer')}" if layers > 0 else ""
    told = safe(message(one, diagnosis.run) + more)
    link = f'<a href="#{band}" data-band="{band}">{told}</a>' if band else told
    place = ", ".join(filter(None, (_where(one, None if diagnosis.run.on_bench else diagnosis.run.unit), one.id)))
    severity = f'<td class="{one.severity}">{safe(one.severity)}</td>'
    return f'<tr>{severity}<td>{link}<br><span class="dim">{safe(place)}</span></td></tr>'


def _where(one: Finding, unit: str | None) -> str:
    parts = [named(one.series)] if one.series else []
    parts += [f"layer {one.layer}"] if one.layer else []
    if one.first_step is not None and unit is not None:
        last = "" if one.last_step in (None, one.first_step) else f" to {one.last_step:,}"
        parts.append(f"{unit} {one.first_step:,}{last}")
    parts += [f"{one.where.path}:{one.where.line or '?'}"] if one.where.path else []
    return ", ".join(parts)


# ------------------------------------------------------------------ the causes


def _causes(diagnosis: Diagnosis) -> str:
    likely = [one for one in readings(diagnosis) if one.probability >= WORTH_NAMING]
    shown = [cause for reading in likely for cause in reading.causes]
    parts = []
    for reading in likely:
        if len(reading.causes) > 1:
            share = odds(reading.probability, calibrated=diagnosis.calibrated)
            names = ", ".join(cause.title for cause in reading.causes)
            who = "One batch cannot" if diagnosis.run.on_bench else "No log can"
            parts.append(f"<p>{who} tell these apart ({share} that it is one of them): {safe(names)}.</p>")
    parts += [_cause(cause, diagnosis, first=cause is shown[0]) for cause in shown]
    rest = [f"{one.title} ({one.id})" for one in diagnosis.causes if one not in shown]
    parts += [f'<p class="dim">Less likely than 1 in 10: {safe(", ".join(rest))}.</p>'] if rest else []
    return f"<h3>Causes</h3>{''.join(parts)}" if parts else ""


def _cause(cause: Suspect, diagnosis: Diagnosis, *, first: bool) -> str:
    share = odds(cause.probability, calibrated=diagnosis.calibrated)
    heard = {one.id: message(one, diagnosis.run) for one in reversed(diagnosis.findings)}
    rows = []
    for side, weights in (("Speaks for it", cause.evidence_for), ("Against it", cause.evidence_against)):
        rows += [(side, f"{heard.get(one.finding, one.finding)} ({one.weight:+.1f})") for one in weights]
    body = _pairs(rows)
    for fix in cause.fixes:
        told = f"{with_values(fix.title, fix.from_, fix.to)} ({fix.safety.replace('-', ' ')})"
        body += _pairs([("Do", told)]) + (f"<pre>{_code(fix.example)}</pre>" if fix.example else "")
    rows = [("Do not", text) for text in cause.avoid]
    rows += [("To be sure", cause.verify)] if cause.verify else []
    rows += [(f"Looks like {one.id}", one.difference) for one in cause.look_alikes]
    rows += [("Manual", cause.reference)] if cause.reference else []
    harm = {"choice": ", a legitimate choice", "display": ", only the picture is wrong"}.get(cause.harm, "")
    summary = f"<summary><b>{safe(cause.title)}</b> {safe(f'{share}, severity {cause.severity}{harm}')}</summary>"
    return f"<details{' open' if first else ''}>{summary}{body}{_pairs(rows)}</details>"


def _code(text: str) -> str:
    lines = text.replace("\t", "    ").splitlines()
    return "\n".join(_escaped(terminal(line)) for line in lines)


# ---------------------------------------------------------------- what is left


def _unseen(diagnosis: Diagnosis) -> str:
    reasons = measured.gaps(diagnosis)
    rows = [f"<li>{safe(reason)}: {safe(', '.join(ids))}</li>" for reason, ids in reasons.items()]
    if diagnosis.access == ["log"]:
        rows.append(f"<li>{', '.join(out_of_sight(diagnosis.run))}: seldom in a log</li>")
    missing = [] if diagnosis.run.on_bench else missing_words(diagnosis)
    more = f"<p>Would have told more: {safe(', '.join(missing))}.</p>" if missing else ""
    if not rows and not more:
        return ""
    summary = f"<summary>{len(diagnosis.unseen)} kinds of trouble, and why</summary>"
    body = f"<details{' open' if len(rows) <= FEW else ''}>{summary}<ul>{''.join(rows)}</ul></details>"
    return f"<h3>Not looked at</h3>{body}{more}"


def _belief(diagnosis: Diagnosis) -> str:
    belief = diagnosis.belief
    shares = (("nothing is wrong", belief.healthy), ("it has converged", belief.converged),
              ("something else", belief.unknown))  # fmt: skip
    told = ", ".join(f"{words} {odds(share, calibrated=diagnosis.calibrated)}" for words, share in shares)
    note = "" if diagnosis.calibrated else " The odds are not calibrated yet: their weights were set by judgement."
    return f"<h3>How sure this is</h3><p>Beside the causes above: {told}.{note}</p>"


def _measured(diagnosis: Diagnosis) -> Iterable[str]:
    """The tables of a look at a model, folded away."""
    if not diagnosis.run.on_bench:
        return
    for title, table in (
        ("tensors", measured.tensors(diagnosis.run)),
        ("layers", measured.layers(diagnosis.run)),
    ):
        rows, left = measured.ends(table, MOST)
        if table:
            head = "".join(f"<th>{safe(cell)}</th>" for cell in rows[0])
            body = "".join(f"<tr>{''.join(f'<td>{safe(cell)}</td>' for cell in row)}</tr>" for row in rows[1:])
            more = f'<p class="dim">{left:,} more between them</p>' if left else ""
            summary = f"<summary>All numbers of the {title}</summary>"
            yield f"<details>{summary}<table>{'<tr>' + head + '</tr>'}{body}</table>{more}</details>"


def _known(diagnosis: Diagnosis) -> str:
    """Settings and facts of the run, folded away."""
    run = diagnosis.run
    rows = [(key, plain(value)) for key, value in run.settings.items()]
    facts = [(f"{one.name}{'' if one.step is None else f' @ {one.step}'}", plain(one.value)) for one in run.facts]
    rows += measured.facts(run) if run.on_bench else facts
    error = run.outcome.error
    if error is not None and (error.type or error.message):
        rows.append(("how it ended", f"{error.type}: {error.message} {error.where}"))
    if not rows:
        return ""
    more = f'<p class="dim">and {len(rows) - ROWS:,} more</p>' if len(rows) > ROWS else ""
    return f"<details><summary>Settings and facts</summary>{_pairs(rows[:ROWS])}{more}</details>"


def _pairs(rows: Iterable[tuple[str, str]]) -> str:
    body, before = "", None
    for label, text in rows:
        term = "" if label == before else f"<dt>{safe(label)}</dt>"
        body += f"{term}<dd>{safe(text)}</dd>"
        before = label
    return f"<dl>{body}</dl>" if body else ""
