"""What a notebook shows for a diagnosis or a run: a small fragment of HTML without a script or a style sheet.

It takes colour and font from the page around it, so that it reads on light and on dark themes, in viewers that strip
style sheets, and as plain text.
"""

from __future__ import annotations

from traindx.guards.escaping import html as safe
from traindx.reports.curves import again, chosen, history, main, seen
from traindx.reports.readings import WORTH_NAMING, headline, leading, odds, readings, weak
from traindx.reports.sparkline import Axis, sparkline
from traindx.reports.wording import (
    WORDS,
    by_interest,
    counted,
    ended,
    format_words,
    message,
    named,
    scope_words,
    unseen_words,
    with_values,
)
from traindx.schema import Diagnosis, Run, Series

# Readable on white and on black: about 4.6:1 against either.
COLORS = {"problem": "#d9363e", "healthy": "#2e8540", "inconclusive": "#8f6a00"}
COLUMNS = 48
MOST = 30  # series of a run
LETTERS = 300  # of one text from a log


def diagnosis_html(diagnosis: Diagnosis) -> str:
    """The verdict, the cause, the curves, what was seen and what to do."""
    reading = leading(diagnosis)
    word = WORDS[diagnosis.verdict][0]
    told = diagnosis.reason or ""
    if diagnosis.verdict == "healthy":
        told = f"as far as {scope_words(diagnosis)} can tell"
    elif diagnosis.verdict == "problem":
        title, sure = headline(diagnosis)
        told = f"{title} ({sure})" if sure else title
    head = f'<b style="color:{COLORS[diagnosis.verdict]}">{word}</b> {_safe(told)}'
    rows = [("Seen", _safe(message(group[0], diagnosis.run) + again(group))) for group in seen(diagnosis, 4)]
    if diagnosis.verdict == "problem" and reading is not None and not weak(reading):
        fix = reading.fix
        rows += [("Do", f"<b>{_safe(with_values(fix.title, fix.from_, fix.to))}</b>")] if fix else []
        rows += [("Do not", _safe(reading.avoid))] if reading.avoid else []
    named_above = reading is not None and not weak(reading)
    others = [one for one in readings(diagnosis) if one.probability >= WORTH_NAMING]
    others = [one for one in others if not named_above or one != reading][:2]
    share = [f"{one.short} ({odds(one.probability, calibrated=diagnosis.calibrated)})" for one in others]
    rows += [("Or it is" if named_above else "It may be", _safe(", ".join(share)))] if share else []
    unseen = unseen_words(diagnosis)
    rows += [("Not seen", _safe(unseen))] if unseen else []
    curves = _curves(dict(chosen(diagnosis, 3)))
    return _box(f"{_run_line(diagnosis.run)}<div>{head}</div>{curves}{_table(rows)}")


def run_html(run: Run) -> str:
    """What was read: the curves, how many points they have, first and last value."""
    shown = dict(list(by_interest(run).items())[:MOST])
    more = len(run.series) - len(shown)
    rest = f"<div>and {counted(more, 'more series', 'more series')}</div>" if more else ""
    return _box(f"{_run_line(run)}{_curves(shown)}{rest}")


def _run_line(run: Run) -> str:
    points = max((len(one) for one in main(run).values()), default=0)
    said = f"{format_words(run)}, {counted(points, 'point')}, {ended(run)}"
    return f"<div><b>{_safe(run.source)}</b> {_safe(said)}</div>"


def _curves(curves: dict[str, Series]) -> str:
    drawn = {key: one for key, one in curves.items() if len(one)}
    if not drawn:
        return ""
    axis = Axis.of(list(drawn.values()), COLUMNS)
    rows = [
        (named(key), f'<code style="background:none">{safe(sparkline(one, axis))}</code> {safe(history(one, ""))}')
        for key, one in drawn.items()
    ]
    return _table(rows)


def _table(rows: list[tuple[str, str]]) -> str:
    """A label and a cell that is already escaped."""
    if not rows:
        return ""
    cell = 'style="text-align:left;vertical-align:top;padding:1px 8px 1px 0;border:0;background:none"'
    body = ""
    before = None
    for label, text in rows:
        body += f"<tr><td {cell}>{'' if label == before else _safe(label)}</td><td {cell}>{text}</td></tr>"
        before = label
    return f'<table style="border:0;margin:4px 0">{body}</table>'


def _box(inside: str) -> str:
    return f'<div style="max-width:60em;line-height:1.4">{inside}</div>'


def _safe(text: str) -> str:
    return safe(text if len(text) <= LETTERS else text[: LETTERS - 3] + "...")
