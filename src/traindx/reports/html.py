"""The diagnosis as one file for a browser: curves to look into, each finding linked to its stretch of them.

The file asks for nothing: no network, no font, no second file. It reads without its script, which adds zooming, a
logarithmic scale, smoothing and the link from a finding to its place. Its policy lets that one script and that one
style sheet act and nothing else.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import json
import pathlib
from collections.abc import Mapping, Sequence
from typing import Any

from traindx.reports.section import Room, gist, safe, section
from traindx.reports.wording import WORDS, counted
from traindx.schema import Diagnosis

# The whole file stays below 2 MB: a point takes about 40 bytes in the data and the picture together.
POINTS = 36_000
CURVES = 120
SECTIONS = 60  # runs that are shown whole; the others are in the table


def html(
    diagnoses: Sequence[Diagnosis],
    errors: Sequence[Mapping[str, Any]] = (),
    *,
    sample: Mapping[str, Any] | None = None,
) -> str:
    """One page for all runs, in the order given (worst first); `sample` are rows of the batch of a look."""
    shown = diagnoses[:SECTIONS]
    room = _room(shown)
    parts = [section(one, place=place, room=room, sample=sample) for place, one in enumerate(shown)]
    script, style = _asset("report.js"), _asset("report.css")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        f"base-uri 'none'; form-action 'none'{'' if sample is None else '; img-src data:'}"
    )
    title = f"{safe(diagnoses[0].run.source)} - traindx" if len(diagnoses) == 1 else "traindx"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="referrer" content="no-referrer">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"<header><h1>{_title(diagnoses)}</h1>{CONTROLS}</header>\n<main>\n"
        f"{_table(diagnoses)}{_errors(errors)}{''.join(body for body, _ in parts)}\n</main>\n"
        f'<script type="application/json" id="data">{embedded({"runs": [data for _, data in parts]})}</script>\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


CONTROLS = (
    '<div class="controls" hidden>'
    '<label>Smoothing <input type="range" id="smooth" min="0" max="6" value="0" step="1"></label>'
    '<output id="smoothed">off</output>'
    '<button type="button" id="log" aria-pressed="false">Logarithmic</button>'
    '<button type="button" id="whole" disabled>Whole run</button>'
    '<button type="button" id="theme">Light or dark</button>'
    '<span class="dim">drag: zoom; j, k: findings; l: scale; Esc: whole run</span></div>'
)


def embedded(data: Any) -> str:
    """JSON that stands inside a script element: nothing in it ends the element or a line of script."""
    text = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _room(diagnoses: Sequence[Diagnosis]) -> Room:
    """What one run may take, so that the file stays small."""
    most = max(2, min(30, CURVES // max(1, len(diagnoses))))
    drawn = sum(min(most, len(one.run.series)) for one in diagnoses)
    return Room(curves=most, points=max(100, min(2_000, POINTS // max(1, drawn))))


@functools.cache
def _asset(name: str) -> str:
    return (pathlib.Path(__file__).parent / "assets" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _title(diagnoses: Sequence[Diagnosis]) -> str:
    return "Diagnosis" if len(diagnoses) == 1 else f"Diagnosis of {counted(len(diagnoses), 'run')}"


def _table(diagnoses: Sequence[Diagnosis]) -> str:
    """Many runs: one row each."""
    if len(diagnoses) < 2:
        return ""
    rows = []
    for place, one in enumerate(diagnoses):
        source = safe(one.run.source)
        link = f'<a href="#r{place}">{source}</a>' if place < SECTIONS else source
        word = f'<td class="{one.verdict}">{WORDS[one.verdict][0]}</td>'
        rows.append(f"<tr>{word}<td>{link}</td><td>{safe(gist(one))}</td></tr>")
    rest = len(diagnoses) - SECTIONS
    more = f'<p class="dim">The last {counted(rest, "run")} without a section below.</p>' if rest > 0 else ""
    return f'<table class="runs"><tr><th>Verdict</th><th>Run</th><th>What</th></tr>{"".join(rows)}</table>{more}'


def _errors(errors: Sequence[Mapping[str, Any]]) -> str:
    rows = [f"<li>{safe(str(one.get('what', '')))}; {safe(str(one.get('do', '')))}</li>" for one in errors]
    return f"<h2>Not read</h2><ul>{''.join(rows)}</ul>" if rows else ""
