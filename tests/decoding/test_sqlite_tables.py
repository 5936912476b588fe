from __future__ import annotations

import pathlib
import sqlite3

import pytest

from traindx.decoding.sqlite_tables import SIGNATURE, opened
from traindx.guards.refusal import Refused


def database(path: pathlib.Path, *statements: str, journal: str = "DELETE") -> bytes:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA journal_mode = {journal}")
    for statement in statements:
        connection.execute(statement)
    connection.close()
    return path.read_bytes()


ROWS = ("CREATE TABLE t (a, b)", "INSERT INTO t VALUES (2, 'x'), (1, 'y')")


def test_rows_in_order_and_columns_that_are_not_there(tmp_path: pathlib.Path) -> None:
    with opened(database(tmp_path / "a.db", *ROWS), "a.db") as tables:
        assert tables.columns("t") == ["a", "b"]
        assert list(tables.rows("t", ("b", "none", "a"), order=("a", "none"))) == [("y", None, 1), ("x", None, 2)]
        assert tables.columns("other") == []
        assert list(tables.rows("other", ("a",))) == []


def test_rows_that_stand_only_in_the_log_are_read_and_nothing_is_touched(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "live.db"
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    for statement in ROWS:
        writer.execute(statement)
    before = {one.name: (one.read_bytes(), one.stat().st_mtime_ns) for one in tmp_path.iterdir()}
    assert len(before["live.db-wal"][0]) > 0
    with opened(path.read_bytes(), str(path)) as tables:
        assert len(list(tables.rows("t", ("a",)))) == 2
    assert {one.name: (one.read_bytes(), one.stat().st_mtime_ns) for one in tmp_path.iterdir()} == before
    writer.close()
    # Closing put everything into the file, whose header still says that there may be a log.
    with opened(path.read_bytes(), str(path)) as tables:
        assert len(list(tables.rows("t", ("a",)))) == 2
    assert [one.name for one in tmp_path.iterdir()] == ["live.db"]


def test_a_view_is_no_table(tmp_path: pathlib.Path) -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS a FROM n"
    with opened(database(tmp_path / "a.db", *ROWS, f"CREATE VIEW v AS {endless}"), "a.db") as tables:
        assert list(tables.rows("v", ("a",))) == []


def test_only_reading_is_allowed(tmp_path: pathlib.Path) -> None:
    with opened(database(tmp_path / "a.db", *ROWS), "a.db") as tables:
        for statement in ("DELETE FROM t", "ATTACH 'b.db' AS b", "PRAGMA user_version", "SELECT load_extension('x')"):
            with pytest.raises(Refused, match="not authorized"):
                list(tables._rows(statement))


def test_what_cannot_be_read_is_refused(tmp_path: pathlib.Path) -> None:
    data = database(tmp_path / "a.db", *ROWS)
    for broken in (b"", SIGNATURE, data[:-1], data[:-4096], b"x" * 4096, SIGNATURE + b"\xff" * 8176):
        with pytest.raises(Refused), opened(broken, "a.db") as tables:
            list(tables.rows("t", ("a",)))
