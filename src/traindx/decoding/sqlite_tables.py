"""Tables of a SQLite database that somebody else may be writing.

The bytes are opened as a database in memory, never as a file, so that nothing is written beside the user's file, no
lock is taken and no journal is played back into it. Where a write-ahead log (`<file>-wal`) lies beside it, the newest
rows stand only there: both are then copied into a folder of their own, and SQLite puts them together in the copy.

Only tables are read, no view, and only with a plain SELECT of named columns: whatever else the file's schema tells to
do is not allowed. `Refused` says what is wrong with a file; nothing else is raised.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from traindx.guards.limits import MAX_FILE_BYTES
from traindx.guards.paths import open_regular
from traindx.guards.refusal import Refused

if TYPE_CHECKING:
    from sqlite3 import Connection, Cursor

SIGNATURE = b"SQLite format 3\0"
# Bytes 18 and 19 of the header say 2 where a write-ahead log is in use; a database in memory can have none.
VERSIONS, ROLLBACK, WITH_LOG = slice(18, 20), b"\1\1", b"\2\2"
VIRTUAL = re.compile(r"\s*CREATE\s+VIRTUAL", re.IGNORECASE)
PAGE_BYTES = slice(16, 18)
# Steps of SQLite's machine between two looks, and steps a byte: reading a row of 50 bytes and putting it in its place
# takes about 50. Pages that a hostile file makes part of a tree many times over would give rows without end.
LOOK, STEPS_A_BYTE, AT_LEAST = 100_000, 10, 2_000_000


class Tables:
    """The tables of an open database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        found = self._rows("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
        self._names = {str(name) for name, sql in found if not VIRTUAL.match(str(sql))}
        self._columns: dict[str, list[str]] = {}

    def columns(self, table: str) -> list[str]:
        """The names of its columns; none where there is no such table."""
        if table not in self._names:
            return []
        if table not in self._columns:
            cursor = self._select(f'SELECT * FROM "{table}" LIMIT 0')
            self._columns[table] = [str(column[0]) for column in cursor.description]
        return self._columns[table]

    def rows(self, table: str, columns: Sequence[str], *, order: Sequence[str] = ()) -> Iterator[tuple[Any, ...]]:
        """The rows of a table; None stands for each value of a column that it has not."""
        there = self.columns(table)
        if not there:
            return iter(())
        wanted = ", ".join(f'"{name}"' if name in there else "NULL" for name in columns)
        by = ", ".join(f'"{name}"' for name in order if name in there)
        return self._rows(f'SELECT {wanted} FROM "{table}"' + (f" ORDER BY {by}" if by else ""))

    def _rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        with _refusing():
            yield from self._connection.execute(query)

    def _select(self, query: str) -> Cursor:
        with _refusing():
            return self._connection.execute(query)


@contextmanager
def _refusing() -> Iterator[None]:
    """What SQLite says of a broken file, as one sentence."""
    import sqlite3

    try:
        yield
    except (sqlite3.Error, ValueError, OverflowError, MemoryError) as error:  # names that are no UTF-8: a ValueError
        reason = str(error).splitlines()[0][:100] if str(error) else type(error).__name__
        what = f"the database cannot be read ({reason})"
        raise Refused(what, "copy it again while nobody writes to it") from None


@contextmanager
def opened(data: bytes, path: str) -> Iterator[Tables]:
    """The tables of the database that these are the bytes of, with what its write-ahead log adds."""
    if not data.startswith(SIGNATURE):
        raise Refused("this is no SQLite database", "give the file that the writer made")
    if len(data) < 512 or len(data) % _page(data):
        raise Refused("the database ends within a page", "copy it again, or wait until it was written")
    log = _beside(path) if data[VERSIONS] == WITH_LOG else b""
    with ExitStack() as stack:
        with _refusing():
            connection = _copied(stack.enter_context(_folder()), data, log) if log else _in_memory(data)
        stack.callback(connection.close)
        yield Tables(connection)


def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="traindx-", ignore_cleanup_errors=True)


def _in_memory(data: bytes) -> Connection:
    import sqlite3

    connection = sqlite3.connect(":memory:")
    connection.deserialize(data[: VERSIONS.start] + ROLLBACK + data[VERSIONS.stop :])
    return _guarded(connection, len(data))


def _copied(folder: str, data: bytes, log: bytes) -> Connection:
    import sqlite3

    path = os.path.join(folder, "copy.db")
    for name, content in ((path, data), (f"{path}-wal", log)):
        with open(name, "wb") as file:
            file.write(content)
    return _guarded(sqlite3.connect(path), len(data) + len(log))


def _guarded(connection: Connection, size: int) -> Connection:
    """Nothing but reading, and not for ever."""
    import sqlite3

    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    allowed = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ}
    looks = iter(range(max(AT_LEAST, STEPS_A_BYTE * size) // LOOK))
    connection.set_progress_handler(lambda: next(looks, None) is None, LOOK)
    connection.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in allowed else sqlite3.SQLITE_DENY)
    return connection


def _page(data: bytes) -> int:
    """The size of a page; 1 stands for 65,536."""
    size = int.from_bytes(data[PAGE_BYTES], "big")
    return 65_536 if size == 1 else max(size, 512)


def _beside(path: str) -> bytes:
    """The write-ahead log beside a database, empty where there is none."""
    log = f"{path}-wal"
    if path == "-" or not os.path.isfile(log):
        return b""
    with open_regular(log) as file:
        content = file.read(MAX_FILE_BYTES + 1)
    if len(content) > MAX_FILE_BYTES:
        raise Refused(f"the write-ahead log beside it is larger than {MAX_FILE_BYTES >> 20} MiB", "end the writer")
    return content
