"""`traindx diagnose --follow`: what shows it, and the keys."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from traindx.doors.cli.keys import Keys
from traindx.verbs.follow import Told, follow
from traindx.verbs.live import Lines, Panel, Plain
from traindx.verbs.tell import Display


def followed(paths: tuple[str, ...], form: str, display: Display, **options: Any) -> tuple[Any, set[Told]]:
    """The answer for one run once it has ended or the user has left, and what was told of it on the way."""
    if len(paths) > 1:
        raise click.UsageError(f"--follow takes one path; follow {paths[1]} in another terminal")
    path = paths[0] if paths else None
    with Keys() as keys, _shown(path or ".", form, display, keys) as shown:
        return follow(path, shown, keys, **options)


def _shown(path: str, form: str, display: Display, keys: Keys) -> Panel | Plain | Lines:
    """JSON lines where they are asked for, a panel where it can be drawn, else lines; beside another form on standard
    error, so that the answer stands alone."""
    if form == "jsonl":
        return Lines(sys.stdout)
    stream = sys.stdout if form == "text" else sys.stderr
    if stream.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        return Panel(stream, path, color=display.color, unicode=display.unicode, keys=keys.there)
    return Plain(stream, watched=stream.isatty())
