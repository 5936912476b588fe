"""The diagnosis on a terminal: the verdict first, the curve with the place marked, one thing to do, under 24 lines."""

from __future__ import annotations

import shlex
from typing import NamedTuple

from traindx.reports import looks
from traindx.reports.curves import again, draw, history, main, seen
from traindx.reports.full import details
from traindx.reports.overview import overview
from traindx.reports.page import LABEL, Page, cells, clipped, tail
from traindx.reports.readings import WORTH_NAMING, Reading, headline, leading, odds, readings, weak
from traindx.reports.wording import (
    OUTCOMES,
    WORDS,
    counted,
    ended,
    format_words,
    message,
    missing_words,
    named,
    scope_words,
    span,
    unseen_words,
    with_values,
)
from traindx.schema import Diagnosis, Run, Series

__all__ = ["overview", "text"]

LINES = 24  # of a terminal; the screen stays below


class Room(NamedTuple):
    """How much of each is shown; the first that leaves the screen under 24 lines is taken."""

    findings: int = 4
    curves: int = 4
    rows: int = 3  # of one entry
    airy: bool = True
    sure: bool = True  # whether it is said what would settle it


ROOMS = (
    Room(),
    Room(curves=3),
    Room(curves=3, rows=2),
    Room(curves=2, rows=2),
    Room(findings=3, curves=2, rows=2),
    Room(findings=3, curves=2, rows=2, airy=False),
    Room(findings=2, curves=2, rows=2, airy=False),
    Room(findings=2, curves=2, rows=2, airy=False, sure=False),
    Room(findings=2, curves=1, rows=2, airy=False, sure=False),
    Room(findings=1, curves=1, rows=2, airy=False, sure=False),
    Room(findings=1, curves=1, rows=1, airy=False, sure=False),
)


def text(
    diagnosis: Diagnosis,
    *,
    width: int = 80,
    color: bool = False,
    unicode: bool = True,
    full: bool = False,
    looked_for: int | None = None,
) -> str:
    """One diagnosis. `looked_for` is the number of kinds of trouble there are to look for, seen or not."""
    screens = {"problem": _problem, "healthy": _healthy, "inconclusive": _inconclusive}
    page = Page(width=width, color=color, unicode=unicode)
    for room in ROOMS:
        page = Page(width=width, color=color, unicode=unicode)
        _head(page, diagnosis.run)
        page.blank()
        screens[diagnosis.verdict](page, diagnosis, room)
        _foot(page, diagnosis, room, None if full else looked_for, full=full)
        if full or len(page.lines) < LINES:
            break
    if full:
        details(page, diagnosis, looked_for=looked_for)
    return "\n".join(page.lines)


# ------------------------------------------------------------------ the head


def _head(page: Page, run: Run) -> None:
    """What was read and how the loss went."""
    if run.on_bench:
        page.line((page.clean(run.source), "bold"), ("   ", ""), (page.clean(looks.looked_at(run)), ""))
        if looks.loss_told(run):
            page.entry("", looks.loss_told(run), most=1)
        return
    series = list(main(run).items())
    ends = span(run)
    points = counted(len(series[0][1]), "point") if series else "no points"
    steps = ""
    if ends is not None:
        steps = f", {run.unit} {ends[0]}" if ends[0] == ends[1] else f", {run.unit}s {ends[0]}-{ends[1]}"
    said = page.clean(
        f"{format_words(run)}, {points}{steps}{', ' if run.outcome.state in OUTCOMES else '; '}{ended(run)}"
    )
    source = page.clean(run.source)
    if cells(source) + 3 + cells(said) <= page.width:
        gap = max(3, LABEL - cells(source))
        room = page.width - cells(source) - cells(said)
        page.line((source, "bold"), (" " * (gap if gap <= room else 3), ""), (said, ""))
    elif cells(source) < LABEL - 1:
        page.entry(source, said, most=2)
    else:
        page.line((tail(source, page.width), "bold"))
        page.entry("", said, most=2)
    if series:
        page.entry("", "; ".join([_moved(run, key, one) for key, one in series] + _absent(run)), most=2)


def _moved(run: Run, key: str, series: Series) -> str:
    words = {"train/loss": "train loss", "val/loss": "validation"}.get(key, named(key))
    return f"{words} {history(series, run.unit)}"


def _absent(run: Run) -> list[str]:
    validated = any(key.startswith("val/") for key in run.series)
    lacks = [] if validated else ["no validation"]
    return ["no validation, no learning rate"] if lacks and "lr" not in run.series else lacks


# ------------------------------------------------------------- the findings


def _draw(page: Page, diagnosis: Diagnosis, room: Room) -> None:
    if draw(page, diagnosis, curves=room.curves, findings=room.findings) and room.airy:
        page.blank()


def _findings(page: Page, diagnosis: Diagnosis, room: Room) -> None:
    for place, group in enumerate(seen(diagnosis, room.findings)):
        finding = group[0]
        page.entry(
            "Seen" if place == 0 else "",
            message(finding, diagnosis.run) + again(group),
            style="dim" if finding.severity == "info" else "",
            most=room.rows,
        )


# -------------------------------------------------------------- the screens


def _problem(page: Page, diagnosis: Diagnosis, room: Room) -> None:
    reading = leading(diagnosis)
    title, sure = headline(diagnosis)
    page.both(WORDS["problem"], (page.clean(title), "bold"), (sure, ""))
    page.blank()
    _draw(page, diagnosis, room)
    _findings(page, diagnosis, room)
    if reading is None or weak(reading):  # the list stands where the headline names no cause
        _others(page, diagnosis, None, room)
    elif len(reading.causes) > 2:
        _members(page, diagnosis, reading, room)
    if reading is not None:
        _advice(page, diagnosis, reading, room)
    if reading is not None and not weak(reading):
        _others(page, diagnosis, reading, room)


def _members(page: Page, diagnosis: Diagnosis, reading: Reading, room: Room) -> None:
    """The causes that look the same, one a line."""
    spare = len(reading.causes) - room.findings
    shown = reading.causes[: room.findings + (spare == 1)]
    for place, cause in enumerate(shown):
        _likely(page, diagnosis, cause.title, cause.probability, first=place == 0)
    if len(reading.causes) > len(shown):
        page.entry("", f"and {len(reading.causes) - len(shown)} more")


def _likely(page: Page, diagnosis: Diagnosis, title: str, probability: float, *, first: bool) -> None:
    """One of several on a line of its own; the odds stay when the words are cut."""
    share = f" ({odds(probability, calibrated=diagnosis.calibrated)})" if probability >= WORTH_NAMING else ""
    words = clipped(page.clean(title), page.width - LABEL - len(share))
    page.entry("It may be" if first else "", words + share, most=1)


def _advice(page: Page, diagnosis: Diagnosis, reading: Reading, room: Room) -> None:
    if diagnosis.stop_training and diagnosis.run.outcome.state == "running":
        page.entry("Stop now", "what is trained from here on is of no use", style="bold red", most=1)
    fix, check = reading.fix, reading.causes[0].verify
    open_question = weak(reading) or fix is None
    if open_question and check:
        page.entry("Test first", check, style="bold", most=room.rows)
    elif fix is not None and not open_question:
        page.entry("Do", with_values(fix.title, fix.from_, fix.to), style="bold", most=room.rows)
    if reading.avoid is not None and not weak(reading):
        page.entry("Do not", reading.avoid, most=room.rows)
    if check and room.sure and not open_question:
        page.entry("To be sure", check, most=room.rows)


def _others(page: Page, diagnosis: Diagnosis, reading: Reading | None, room: Room) -> None:
    """What else it could be beside one reading, or what it may be; nothing below one in ten."""
    others = [one for one in readings(diagnosis) if one != reading][: 3 if reading is None else 2]
    share = {one.short: one.probability for one in others}
    share["nothing that matters"] = diagnosis.belief.healthy + diagnosis.belief.converged
    share["something else"] = diagnosis.belief.unknown
    named_ones = sorted(((p, title) for title, p in share.items() if p >= WORTH_NAMING), reverse=True)
    if reading is None:
        for place, (p, title) in enumerate(named_ones[: max(2, room.findings)]):
            _likely(page, diagnosis, title, p, first=place == 0)
    elif named_ones:
        told = ", ".join(f"{title} ({odds(p, calibrated=diagnosis.calibrated)})" for p, title in named_ones)
        page.entry("Or it is", told, most=room.rows)


def _healthy(page: Page, diagnosis: Diagnosis, room: Room) -> None:
    word, style = WORDS["healthy"]
    page.entry(word, f"as far as {_shows(scope_words(diagnosis))}", style="bold", label_style=style)
    page.blank()
    _draw(page, diagnosis, room)
    for place, group in enumerate(seen(diagnosis, min(2, room.findings))):
        page.entry("" if place else "Note", message(group[0], diagnosis.run) + again(group), most=room.rows)


def _shows(words: str) -> str:
    return f"{words} {'show' if ' and ' in words else 'shows'}"


def _inconclusive(page: Page, diagnosis: Diagnosis, room: Room) -> None:
    word, style = WORDS["inconclusive"]
    page.entry(word, diagnosis.reason or "nothing decides between the readings", style="bold", label_style=style)
    page.blank()
    _draw(page, diagnosis, room)
    _findings(page, diagnosis, room)
    if room.airy:
        page.blank()
    _two(page, diagnosis, room)
    missing = missing_words(diagnosis)
    if missing:
        more = f" and {len(missing) - 6} more" if len(missing) > 6 else ""
        page.entry("Missing", ", ".join(missing[:6]) + more, most=room.rows)


def _two(page: Page, diagnosis: Diagnosis, room: Room) -> None:
    """The likeliest readings in a column, each with its odds and with what would show it."""
    likely = [one for one in readings(diagnosis)[:2] if one.probability >= WORTH_NAMING]
    if not likely:  # what is left was believed before looking, and is no reading of this run
        return
    rows = [(one.short, one.probability, one.causes[0].verify) for one in likely]
    rows += [("nothing is wrong", diagnosis.belief.healthy, ""), ("it has converged", diagnosis.belief.converged, "")]
    rows = sorted((row for row in rows if row[1] >= WORTH_NAMING), key=lambda row: -row[1])
    if diagnosis.belief.unknown >= WORTH_NAMING and rows:
        rows.append(("something else", diagnosis.belief.unknown, ""))
    column = min(max((cells(page.clean(row[0])) for row in rows), default=0), page.width - 16)
    for title, share, verify in rows:
        shown = clipped(page.clean(title), column)
        told = odds(share, calibrated=diagnosis.calibrated)
        page.line((f"  {shown}{' ' * (column - cells(shown))}   {told}", ""))
        if verify and room.airy:
            page.text(f"to be sure: {verify}", indent=4, style="dim", most=1)
    if rows and room.airy:
        page.blank()


# ----------------------------------------------------------------- the foot


def _foot(page: Page, diagnosis: Diagnosis, room: Room, looked_for: int | None, *, full: bool) -> None:
    """What was looked for, what was not, since when it could be known, and where there is more."""
    run = diagnosis.run
    if room.airy and diagnosis.verdict == "problem":
        page.blank()
    if looked_for and diagnosis.verdict == "healthy":
        # What is seen on the bench alone is no trouble that one would look for in a log.
        elsewhere = sum(one.reason.startswith("not in the log:") for one in diagnosis.unseen)
        kinds, looked = looked_for - elsewhere, max(0, looked_for - len(diagnosis.unseen))
        told = f"{looked} of {kinds}" if looked < kinds else f"{looked}"
        page.entry("Looked for", f"{told} kinds of trouble", most=1)
    if run.outcome.out_of_scope:
        page.entry("Not for us", run.outcome.out_of_scope, most=room.rows)
    unseen = looks.out_of_sight(run) if run.on_bench else unseen_words(diagnosis)
    if unseen:
        page.entry("Not seen", unseen, most=max(2, room.rows))
    known = _known(diagnosis)
    if known:
        page.entry("Known at", known, most=1)
    if not full and not run.source.startswith("<"):  # an object of the user's program has no path
        command = f"traindx diagnose {shlex.quote(page.clean(run.source))} --full"
        # An address is shown without its secrets, and would not be found as it is shown.
        fits = (
            cells(command) <= page.width - LABEL and run.source != "-" and "://" not in run.source and not run.on_bench
        )
        page.entry("More", command if fits else "the same command with --full", most=1)


def _known(diagnosis: Diagnosis) -> str:
    """Since when it could be known, and what was trained after it."""
    step, run = diagnosis.known_at_step, diagnosis.run
    ends = span(run)
    more = 0 if ends is None or step is None else ends[1] - step
    if step is None or more <= 0:
        return ""
    verb = "was" if more == 1 else "were"
    return f"{run.unit} {step}; {counted(more, f'more {run.unit}')} {verb} trained{_lasted(run, step)}"


def _lasted(run: Run, step: int) -> str:
    """How long the rest took, where the log has times: " (51 min)"."""
    import numpy as np

    timed = [one for one in main(run).values() if one.wall is not None]
    wall = timed[0].wall if timed else None
    if wall is None or not np.isfinite(wall).all():
        return ""
    rest = wall[timed[0].steps >= step]
    seconds = float(rest[-1] - rest[0]) if rest.size > 1 else 0.0
    if seconds <= 0:
        return ""
    if seconds < 90:
        return f" ({seconds:.0f} s)"
    return f" ({seconds / 60:.0f} min)" if seconds < 5400 else f" ({seconds / 3600:.1f} h)"
