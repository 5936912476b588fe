from __future__ import annotations

import math
import pathlib
import sqlite3
from typing import Any

from traindx.decoding.sqlite_tables import opened
from traindx.decoding.trackio_tables import is_trackio, trackio_runs
from traindx.schema import Run

NOW = "2026-01-31T12:00:00+00:00"


def runs_of(folder: pathlib.Path, rows: list[tuple[Any, ...]], configs: list[tuple[Any, ...]] = [], *,
            by_id: bool = True) -> list[Run]:  # fmt: skip
    connection = sqlite3.connect(folder / "p.db")
    own = "run_id TEXT, " if by_id else ""
    connection.execute(
        f"CREATE TABLE metrics (id INTEGER PRIMARY KEY, {own}timestamp TEXT, run_name TEXT, step, metrics)"
    )
    connection.execute(f"CREATE TABLE configs (id INTEGER PRIMARY KEY, {own}run_name TEXT, config TEXT)")
    for table, found in (("metrics", rows), ("configs", configs)):
        for row in found:
            connection.execute(f"INSERT INTO {table} VALUES (NULL, {', '.join('?' * len(row))})", row)
    connection.commit()
    connection.close()
    with opened((folder / "p.db").read_bytes(), "p.db") as tables:
        assert is_trackio(tables)
        return trackio_runs(tables, "p.db")


def test_nested_rows_and_what_is_not_finite(tmp_path: pathlib.Path) -> None:
    (run,) = runs_of(
        tmp_path,
        [("id1", NOW, "a", 0, b'{"loss": 2, "val": {"acc": 0.5}, "note": "x"}'),
         ("id1", NOW, "a", 1, '{"loss": "NaN"}'), ("id1", NOW, "a", 2, b'{"loss": "-Infinity"}')],
        [("id1", "a", b'{"learning_rate": 0.1, "_Username": "me"}')],
    )  # fmt: skip
    values = run.series["train/loss"].values.tolist()
    assert values[0] == 2
    assert math.isnan(values[1])
    assert values[2] == -math.inf
    assert run.series["val/metric/accuracy"].steps.tolist() == [0]
    assert run.series["train/loss"].wall.tolist() == [1769860800.0] * 3
    assert run.settings == {"lr": 0.1}
    assert (run.id, run.fact("run name")) == ("id1", "a")


def test_older_databases_tell_runs_by_their_names(tmp_path: pathlib.Path) -> None:
    rows = [(NOW.removesuffix("+00:00"), name, step, '{"loss": 1}') for name in ("a", "b") for step in (0, 1)]
    one, two = runs_of(tmp_path, rows, [("b", '{"lr": 1}')], by_id=False)
    assert (one.id, two.id) == ("p.db/a", "p.db/b")
    assert (one.settings, two.settings) == ({}, {"lr": 1})
    assert one.series["train/loss"].wall.tolist() == [1769860800.0] * 2


def test_a_resumed_run_supersedes_what_it_logged_again(tmp_path: pathlib.Path) -> None:
    rows = [("i", NOW, "a", step, f'{{"loss": {number}}}') for number, step in enumerate([0, 1, 2, 3, 1, 2])]
    (run,) = runs_of(tmp_path, rows)
    assert run.series["train/loss"].values.tolist() == [0, 4, 5]


def test_rows_that_cannot_be_understood_are_counted(tmp_path: pathlib.Path) -> None:
    rows = [("i", "never", "a", 0, '{"loss": 1}'), ("i", NOW, "a", 1, "{"), ("i", NOW, "a", "x", "{}"),
            ("i", NOW, "a", 2, None), ("j", NOW, "b", 0, "[1]")]  # fmt: skip
    (run,) = runs_of(tmp_path, rows)
    assert run.fact("rows refused") == 3
    assert math.isnan(run.series["train/loss"].wall[0])
