"""The runs that Trackio keeps in a database, from its tables `metrics` and `configs`.

A row of `metrics` is one call of `log`, as a JSON object in which what is not finite is text. Its time is that of the
moment at which several rows were sent together. Databases of older versions have no `run_id`: there the name says
which run it is.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from traindx.decoding import json_text
from traindx.decoding.keyed_rows import KeyedRows
from traindx.decoding.nested_settings import flattened
from traindx.decoding.rows import named_numbers
from traindx.decoding.sqlite_tables import Tables
from traindx.decoding.tag_curves import Curves, Told, ending
from traindx.guards.numbers import step
from traindx.schema import Fact, Run

MARKS = {"run_name", "step", "metrics"}  # columns that tell Trackio's table of metrics from another
INTERNAL = "_"  # `_Username`, `_Created`, `_Group`


def is_trackio(tables: Tables) -> bool:
    """Whether the tables are Trackio's."""
    return set(tables.columns("metrics")) >= MARKS


def trackio_runs(tables: Tables, path: str) -> list[Run]:
    """All runs, in the order they began."""
    rows: dict[str, KeyedRows] = {}
    names: dict[str, str] = {}
    refused: dict[str, int] = {}
    for run_id, name, at, time, text in tables.rows(
        "metrics", ("run_id", "run_name", "step", "timestamp", "metrics"), order=("id",)
    ):
        run = str(run_id or name)
        names.setdefault(run, str(name))
        row, place = _object(text), step(at)
        if row is None or place is None:
            refused[run] = refused.get(run, 0) + 1
            continue
        plain = ((word.encode("utf-8", "replace"), value) for word, value in named_numbers(row))
        rows.setdefault(run, KeyedRows()).add(place, _time(time), plain)
    settings: dict[str, dict[str, Any]] = {}
    for run_id, name, text in tables.rows("configs", ("run_id", "run_name", "config"), order=("id",)):
        told = {key: value for key, value in (_object(text) or {}).items() if not str(key).startswith(INTERNAL)}
        settings.setdefault(str(run_id or name), {}).update(told)
    by_id = "run_id" in tables.columns("metrics")
    return [
        _run(
            kept,
            Run(
                id=run if by_id else f"{path}/{run}",
                source=path,
                format="trackio",
                settings=flattened(settings.get(run, {})),
                facts=_facts(names[run], refused.get(run, 0)),
            ),
        )
        for run, kept in rows.items()
        if len(kept)
    ]


def _run(rows: KeyedRows, run: Run) -> Run:
    points = rows.points()
    return Curves(points, {key: Told(key, key, per=ending(key)) for key in points}).onto(run)


def _facts(name: str, refused: int) -> list[Fact]:
    return [Fact("run name", name), *([Fact("rows refused", refused)] if refused else [])]


def _object(text: object) -> Mapping[str, Any] | None:
    value = json_text.line(text) if isinstance(text, (str, bytes)) else None
    return value if isinstance(value, Mapping) else None


def _time(text: object) -> float:
    """Seconds since 1970 of a time like 2026-01-31T12:00:00.5+00:00, which is UTC where it names no zone."""
    try:
        found = datetime.datetime.fromisoformat(str(text))
        return (found if found.tzinfo else found.replace(tzinfo=datetime.UTC)).timestamp()
    except (ValueError, OverflowError):
        return float("nan")
